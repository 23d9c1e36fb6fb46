import * as z from 'zod/mini';

/** What goes over the socket `/ws/messages` (spec 4, design 9). */

/** The first thing a client says. Who it is comes from its session, so this only has to agree. */
export const identify = z.object({ type: z.literal('IDENTIFY'), userId: z.coerce.number() });

/** There is a new message on boards that the reader calls by these tags. What it says is fetched, not pushed. */
export const newMessage = z.object({ type: z.literal('NEW_MESSAGE'), tags: z.array(z.string()) });
export type NewMessage = z.infer<typeof newMessage>;
