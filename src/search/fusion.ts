import type { KnnHit } from './meaning/knn-worker';
import type { SimilarMatches } from './ranking';

const FUSION_K = 60;
const MEANING_WEIGHT = 0.7;
/**
 * For each message, this weight is multiplied by the square of the message's `share`: a match of one common
 * word out of three says almost nothing, so matches by meaning come first.
 */
const PARTIAL_WEIGHT = 0.5;

export type Similar = { id: number; words: string[] };

/** A word that some messages have is rarely a typo, so then messages with other words follow those by meaning. */
export function fuse(
  { complete, partial, lastResort }: SimilarMatches,
  byMeaning: KnnHit[],
  { hasMatches }: { hasMatches: boolean },
): Similar[] {
  const scores = new Map<number, number>();
  const add = (id: number, at: number, weight: number) =>
    scores.set(id, (scores.get(id) ?? 0) + weight / (FUSION_K + at + 1));
  for (const [at, { id, share }] of partial.entries()) add(id, at, PARTIAL_WEIGHT * share ** 2);
  for (const [at, { id }] of byMeaning.entries()) add(id, at, MEANING_WEIGHT);
  const fused = [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const inWords = complete.map(({ id }) => id);
  const ids = hasMatches ? [...fused, ...inWords] : [...inWords, ...fused];
  if (byMeaning.length === 0) ids.push(...lastResort.map(({ id }) => id));
  const words = new Map([...complete, ...partial, ...lastResort].map(({ id, words }) => [id, words]));
  return [...new Set(ids)].map((id) => ({ id, words: words.get(id) ?? [] }));
}
