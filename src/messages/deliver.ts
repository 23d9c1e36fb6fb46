import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Message } from '../contract/messages';
import { prefetchLinks } from '../previews/links';
import { findMessage } from './lists';

/** All that follows from a message once it is committed, in order. */
export function deliver(app: App, messageId: number, content: string): void {
  announce(app, messageId);
  prefetchLinks(app, content);
}

/** The same, for a sender who waits to see the message. */
export function deliverTo(app: App, sender: User, messageId: number): Message {
  const message = findMessage(app, sender, messageId);
  if (!message) throw new Error(`Message ${messageId} is gone before it was delivered.`);
  deliver(app, messageId, message.content);
  return message;
}

/** The sessions of all who see a message at this moment, each with the event that names its owner's own tags (`NewMessage`). */
const audience = prepared((db) =>
  db.$client.prepare<{ session: string; event: string }, { message: number; now: number }>(`
    select s.id as session, json_object('type', 'NEW_MESSAGE', 'tags', json_group_array(v.reader_tag)) as event
      from visible_messages v cross join sessions s on s.user_id = v.reader_id
     where v.message_id = +$message and s.expires_at > +$now
     group by s.id`),
);

/** Tells the open sockets of those who see the message, and no others (design 9). */
function announce(app: App, messageId: number): void {
  if (app.hub.size === 0) return;
  for (const { session, event } of audience(app.db).all({ message: messageId, now: app.now() }))
    app.hub.send(session, event);
}
