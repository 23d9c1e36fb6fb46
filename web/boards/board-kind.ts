/** Which of the two kinds an address says, a board is, or nothing is known to be. */
export type BoardKind = 'private' | 'shared';

type Boards = { tags: readonly string[]; shared: readonly { name: string }[] };

/** The kind of the caller's board of that name; undefined when there is none (design 5: one name, one board). */
export function kindOf(name: string, { tags, shared }: Boards): BoardKind | undefined {
  if (shared.some((board) => board.name === name)) return 'shared';
  return tags.includes(name) ? 'private' : undefined;
}
