/** The polls of an open page of the web app, as `web/messages/feed/use-messages.ts` makes them. */

const LISTS = 'boards.tagsWithCounts,boards.sharedWithCounts';

/**
 * Returns the path of a poll of the first page of all messages. `after` comes from the answer to the previous
 * poll.
 */
export const pageOf = (after?: string) => pathOf('messages.polledPage', after);

/** Returns the path of a batch that polls the first page of all messages and the boards. */
export const pollOf = (after?: string) => pathOf(`messages.polledPage,${LISTS}`, after);

const pathOf = (calls: string, after?: string) =>
  `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { limit: 40, after } }))}`;

/** Returns the value of `after` for the next poll, from the answer to a poll in tRPC's format. */
export const afterIn = (json: string): string | undefined => /"after":"([^"]*)"/.exec(json)?.[1];
