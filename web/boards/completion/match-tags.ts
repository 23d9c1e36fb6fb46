import { hashtagSlug } from '../../../src/contract/hashtags';
import type { TagBoard } from '../tag-boards';

export type TagOption = (TagBoard & { isNew: false }) | { tag: string; isNew: true };

const OFFERED_MAX = 6;

const withoutAccents = (tag: string) => tag.normalize('NFD').replace(/\p{Mn}/gu, '');

export function matchTags(
  boards: readonly TagBoard[],
  typed: string,
  { offersNew, without = [] }: { offersNew: boolean; without?: readonly string[] },
): TagOption[] {
  const slug = hashtagSlug(typed);
  const wanted = withoutAccents(slug);
  const offered = boards.filter(({ tag }) => !without.includes(tag));
  const positions = new Map(offered.map((board) => [board, withoutAccents(board.tag).indexOf(wanted)]));
  const beginning = offered.filter((board) => positions.get(board) === 0);
  const containing = offered.filter((board) => positions.get(board)! > 0);
  const exact = offered.filter(({ tag }) => tag === slug);
  const found: TagOption[] = [...new Set([...exact, ...beginning, ...containing])]
    .slice(0, OFFERED_MAX)
    .map((board) => ({ ...board, isNew: false }));
  if (found.length === 1 && exact.length === 1) return [];
  const isTaken = without.includes(slug) || boards.some(({ tag }) => tag === slug);
  return offersNew && slug && !isTaken ? [...found, { tag: slug, isNew: true }] : found;
}
