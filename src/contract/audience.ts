import { countOf } from './counts';

/** `others` is the number of members of a shared board, not counting the reader of the sentence. */

export function viewersOf(others: number | null): string {
  if (others === null) return 'only you';
  return others === 0 ? 'only you so far' : countOf(others, 'person', 'people');
}

export type BoardChange =
  | { kind: 'lost'; owner?: string }
  | { kind: 'renamed'; newTag: string; others: number }
  | { kind: 'shared'; others: number }
  | { kind: 'other'; others: number };

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
