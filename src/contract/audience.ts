import { countOf } from './counts';

/**
 * Sentences about who sees a message on a board. `others` is the number of members of a shared board, not
 * counting the reader of the sentence. `others` is null for a private board.
 */

/** Returns the words after "seen by", such as "only you" or "3 people". */
export function viewersOf(others: number | null): string {
  if (others === null) return 'only you';
  return others === 0 ? 'only you so far' : countOf(others, 'person', 'people');
}

/**
 * A change after which a tag no longer means the board that the writer of a message expects (docs/product.md:
 * Expected boards).
 */
export type BoardChange =
  /** The person is no longer on the board. `owner` is the name of the board's owner, if known. */
  | { kind: 'lost'; owner?: string }
  /** The board has another name, `newTag`. */
  | { kind: 'renamed'; newTag: string; others: number }
  /** The tag now means a shared board. Before, it meant a private board or none. */
  | { kind: 'shared'; others: number }
  /** The tag now means another shared board than before. */
  | { kind: 'other'; others: number };

/** Returns two sentences: what has changed, and a question that proposes where to save the message. */
export function changeSentence(tag: string, change: BoardChange): string {
  if (change.kind === 'lost') {
    const board = change.owner ? `${change.owner}'s` : 'the shared board';
    return `You are no longer on ${board} #${tag}. Save it to your own #${tag}, seen only by you?`;
  }
  const viewers = viewersOf(change.others);
  if (change.kind === 'renamed')
    return `#${tag} is called #${change.newTag} now, seen by ${viewers}. Save it there?`;
  const board = change.kind === 'shared' ? 'a shared board' : 'another shared board';
  return `#${tag} is ${board} now, seen by ${viewers}. Save it there?`;
}
