import type { KnnHit } from './meaning/knn-worker';
import type { WordMatches } from './ranking';

const FUSION_K = 60;
const MEANING_WEIGHT = 0.7;
/**
 * For each message, this weight is multiplied by the square of the message's `share`: a match of one common
 * word out of three says almost nothing, so matches by meaning come first.
 */
const PARTIAL_WEIGHT = 0.5;

/**
 * Messages with all words keep their order, whatever they mean: a person who types the words of a message
 * wants that message.
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
