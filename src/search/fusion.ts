import type { KnnHit } from './meaning/knn-worker';
import type { WordMatches } from './ranking';

/** The constant k of reciprocal rank fusion; 60 is the usual value. */
const FUSION_K = 60;
/** Weight of the list of matches by meaning. The list of messages with all words weighs 1. */
const MEANING_WEIGHT = 0.7;
/**
 * Weight of the list of messages with only some of the words. For each message, this weight is multiplied by
 * the square of the message's `share`: a match of one common word out of three says almost nothing, so
 * matches by meaning come first.
 */
const PARTIAL_WEIGHT = 0.5;

/**
 * Joins messages found by words and by meaning into one list, best first, by reciprocal rank fusion (Cormack,
 * Clarke and Büttcher, 2009). Messages with all words keep their order, whatever they mean: a person who
 * types the words of a message wants that message.
 */
export function fuse({ complete, partial }: WordMatches, similar: KnnHit[]): number[] {
  const scores = new Map<number, number>();
  const add = (id: number, at: number, weight: number) =>
    scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION_K + at + 1));
  for (const [at, { id, share }] of partial.entries()) add(id, at, PARTIAL_WEIGHT * share ** 2);
  for (const [at, { id }] of similar.entries()) add(id, at, MEANING_WEIGHT);
  for (const [at, id] of complete.entries()) scores.set(id, 1 / (FUSION_K + at + 1));
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}
