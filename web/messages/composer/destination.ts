import { type BoardChange, viewersOf } from '../../../src/contract/audience';
import { findHashtags } from '../../../src/contract/hashtags';
import type { TagBoard } from '../../boards/tag-boards';

const NAMED_MAX = 4;

export const goesTo = (tags: readonly string[]) => `Goes to ${listOf(tags.map((tag) => `#${tag}`))}`;

export function seenBy(tags: readonly string[], boards: readonly TagBoard[]): string {
  const named = tags.flatMap((tag) => boards.find((board) => board.tag === tag) ?? []);
  const shared = named.filter(({ sharedId }) => sharedId !== null);
  const seen = shared.filter(({ others }) => others !== 0);
  if (seen.length === 0) return viewersOf(shared.length > 0 ? 0 : null);
  const counts = seen.map(({ tag, others }) => viewersOf(others) + (tags.length > 1 ? ` on #${tag}` : ''));
  return `seen by ${listOf(counts)}`;
}

function listOf(parts: string[]): string {
  const shown = parts.length > NAMED_MAX ? parts.slice(0, NAMED_MAX - 1) : parts;
  const more = parts.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

export type SeenBoards = ReadonlyMap<string, number | null>;

export const seenWith = (
  seen: SeenBoards,
  tags: readonly string[],
  boards: readonly TagBoard[],
): SeenBoards =>
  new Map(tags.map((tag) => [tag, seen.has(tag) ? (seen.get(tag) ?? null) : meaning(tag, boards)]));

export type TagChange = { tag: string; change: BoardChange };

export function changesOf(seen: SeenBoards, boards: readonly TagBoard[]): TagChange[] {
  return [...seen].flatMap(([tag, seenId]) => {
    const change = changeOf(tag, seenId, boards);
    return change ? [{ tag, change }] : [];
  });
}

function changeOf(tag: string, seenId: number | null, boards: readonly TagBoard[]): BoardChange | null {
  if (meaning(tag, boards) === seenId) return null;
  const now = boards.find((board) => board.tag === tag && board.sharedId !== null);
  if (seenId === null) return now ? { kind: 'shared', others: now.others ?? 0 } : null;
  const renamed = boards.find(({ sharedId }) => sharedId === seenId);
  if (renamed) return { kind: 'renamed', newTag: renamed.tag, others: renamed.others ?? 0 };
  return now ? { kind: 'other', others: now.others ?? 0 } : { kind: 'lost' };
}

export const presentTag = (tag: string, seen: SeenBoards, boards: readonly TagBoard[]): string =>
  boards.find(({ sharedId }) => sharedId !== null && sharedId === seen.get(tag))?.tag ?? tag;

const meaning = (tag: string, boards: readonly TagBoard[]): number | null =>
  boards.find((board) => board.tag === tag)?.sharedId ?? null;

export const withOtherHashtag = (content: string, tag: string, newTag: string): string =>
  findHashtags(content)
    .filter(({ slug }) => slug === tag)
    .reduceRight((text, { start, end }) => `${text.slice(0, start)}#${newTag}${text.slice(end)}`, content);
