import { type BoardChange, viewersOf } from '../../../src/contract/audience';
import type { TagBoard } from '../../boards/use-tag-boards';

/**
 * Largest number of boards that a sentence names. If there are more, the sentence names three and counts the
 * others.
 */
const NAMED_MAX = 4;

/** Returns a sentence that says to which boards a message with these tags goes. */
export const goesTo = (tags: readonly string[]) => `Goes to ${listOf(tags.map((tag) => `#${tag}`))}`;

/**
 * Returns who will see a message with these tags, such as "seen by 3 people" or "only you". If there are
 * several tags, names the board after each number: "seen by 3 people on #home, 1 person on #work".
 */
export function seenBy(tags: readonly string[], boards: readonly TagBoard[]): string {
  const named = tags.flatMap((tag) => boards.find((board) => board.tag === tag) ?? []);
  const shared = named.filter(({ sharedId }) => sharedId !== null);
  const seen = shared.filter(({ others }) => others !== 0);
  if (seen.length === 0) return viewersOf(shared.length > 0 ? 0 : null);
  const counts = seen.map(({ tag, others }) => viewersOf(others) + (tags.length > 1 ? ` on #${tag}` : ''));
  return `seen by ${listOf(counts)}`;
}

/** Joins parts with commas. If there are more than `NAMED_MAX`, ends for example with "and 3 more". */
function listOf(parts: string[]): string {
  const shown = parts.length > NAMED_MAX ? parts.slice(0, NAMED_MAX - 1) : parts;
  const more = parts.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/**
 * Maps each tag to the board that the tag stood for when the writer of a message saw the tag: to the id of a
 * shared board, or to null for a private or new board.
 */
export type SeenBoards = ReadonlyMap<string, number | null>;

/**
 * Returns a map that contains exactly these tags. A tag that is not in `seen` gets the board that it stands
 * for now.
 */
export const seenWith = (
  seen: SeenBoards,
  tags: readonly string[],
  boards: readonly TagBoard[],
): SeenBoards =>
  new Map(tags.map((tag) => [tag, seen.has(tag) ? (seen.get(tag) ?? null) : meaning(tag, boards)]));

/**
 * A tag that stands for another board than the writer has seen, and what has become of the board that the
 * writer saw.
 */
export type TagChange = { tag: string; change: BoardChange };

/** Returns the tags that now stand for other boards than in `seen` (docs/product.md: Expected boards). */
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

/**
 * Returns the present tag of the shared board that `tag` stands for in `seen`. Returns `tag` if there is no
 * such board.
 */
export const presentTag = (tag: string, seen: SeenBoards, boards: readonly TagBoard[]): string =>
  boards.find(({ sharedId }) => sharedId !== null && sharedId === seen.get(tag))?.tag ?? tag;

/** Returns the id of the shared board that a tag now stands for, or null if it stands for none. */
const meaning = (tag: string, boards: readonly TagBoard[]): number | null =>
  boards.find((board) => board.tag === tag)?.sharedId ?? null;
