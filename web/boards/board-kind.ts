export type BoardKind = 'private' | 'shared';

type Boards = { tags: readonly string[]; shared: readonly { name: string }[] };

/** Returns the kind of the person's board with this name, or undefined if there is none (docs/product.md: Own tags). */
export function kindOf(name: string, { tags, shared }: Boards): BoardKind | undefined {
  if (shared.some((board) => board.name === name)) return 'shared';
  return tags.includes(name) ? 'private' : undefined;
}
