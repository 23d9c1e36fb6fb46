/** The polls of an open page of the web app, as `web/messages/feed/use-messages.ts` makes them. */

const LISTS = 'boards.tagsWithCounts,boards.sharedWithCounts';

/** Returns the path of a poll of the first page of all messages. `after` is from the answer before. */
export const pageOf = (after?: string) => pathOf('messages.polledPage', after);

/** Returns the path of a poll of that page and of the boards. */
export const pollOf = (after?: string) => pathOf(`messages.polledPage,${LISTS}`, after);

const pathOf = (calls: string, after?: string) =>
  `/trpc/${calls}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { limit: 40, after } }))}`;

/** Returns what the answer to a poll, in the form of tRPC, says to send as `after` with the next one. */
export const afterIn = (json: string): string | undefined => /"after":"([^"]*)"/.exec(json)?.[1];
