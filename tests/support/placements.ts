import type { App } from '../../src/app/app';

/**
 * Returns the ids of messages that have a wrong `known_to` on a board. `known_to` must be the sender of the
 * message, or null if the message came by text.
 */
export const wronglyKnown = (app: App): number[] =>
  app.db.$client
    .query<{ id: number }, []>(`
      select m.id from placements p cross join messages m on m.id = p.message_id
       where p.known_to is not iif(m.source = 'sms', null, m.sender_id)`)
    .all()
    .map(({ id }) => id);
