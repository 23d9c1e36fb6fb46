import * as z from 'zod/mini';

// Messages and close codes of the socket /ws/messages (docs/product.md: Live updates).

/** First message of a client. `userId` must be the id of the user to whom the session cookie belongs. */
export const identify = z.object({ type: z.literal('IDENTIFY'), userId: z.coerce.number() });

/**
 * Event: there is a new message on boards of the reader. `tags` are the reader's own tags of these boards.
 * The event does not contain the message. The reader's browser fetches it with another request, and first
 * waits for a random time of up to `within` milliseconds, so that not all members of a board fetch it at the
 * same moment.
 */
export const newMessage = z.object({
  type: z.literal('NEW_MESSAGE'),
  tags: z.array(z.string()),
  within: z.number(),
});
export type NewMessage = z.infer<typeof newMessage>;

/**
 * WebSocket close codes that the server sends (IANA WebSocket Close Code Number Registry). A client does not
 * reconnect after `signedOut`.
 */
export const CLOSE_CODES = { signedOut: 1000, refused: 1008, restarting: 1012 } as const;
