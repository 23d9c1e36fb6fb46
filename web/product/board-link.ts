type Board = { kind: 'private' | 'shared'; name: string };

/** Where the page of a board is, for a link or for `navigate`. */
export const boardLink = ({ kind, name }: Board) =>
  kind === 'private'
    ? ({ to: '/tag/private/$tag', params: { tag: name } } as const)
    : ({ to: '/tag/shared/$boardName', params: { boardName: name } } as const);
