import * as z from 'zod/mini';

// Messages and close codes of the socket /ws/messages (docs/product.md: Live updates).

/** First message of a client. The server knows the user from the session; `userId` must be the same user. */
export const identify = z.object({ type: z.literal('IDENTIFY'), userId: z.coerce.number() });

/**
 * Event: a message is new on boards of the reader. `tags` are the reader's tags of these boards. The reader
 * fetches the message itself with another request.
 */
export const newMessage = z.object({ type: z.literal('NEW_MESSAGE'), tags: z.array(z.string()) });
export type NewMessage = z.infer<typeof newMessage>;

/** Close codes of RFC 6455 that the server uses. A client does not reconnect after `signedOut`. */
export const CLOSE_CODES = { signedOut: 1000, refused: 1008, restarting: 1012 } as const;
