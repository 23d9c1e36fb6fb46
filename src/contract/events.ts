import * as z from 'zod/mini';

// Messages and close codes of the socket /ws/messages (docs/product/calls.md: Live updates).

export const identify = z.object({ type: z.literal('IDENTIFY'), userId: z.coerce.number() });

/** The event does not contain the message. */
export const newMessage = z.object({
  type: z.literal('NEW_MESSAGE'),
  tags: z.array(z.string()),
  within: z.number(),
});
export type NewMessage = z.infer<typeof newMessage>;

/** A client does not reconnect after `signedOut`. */
export const CLOSE_CODES = { signedOut: 1000, refused: 1008, restarting: 1012 } as const;
