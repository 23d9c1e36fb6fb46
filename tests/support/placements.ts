import type { App } from '../../src/app/app';

export const wronglyKnown = (app: App): number[] =>
  app.db.$client
    .query<{ id: number }, []>(`
      select m.id from placements p cross join messages m on m.id = p.message_id
       where p.known_to is not iif(m.source = 'sms' or m.guest is not null, null, m.sender_id)`)
    .all()
    .map(({ id }) => id);
