import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { chargeRead } from '../app/rate-limits';
import { RELATED_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { findMessages, requireMessage } from '../messages/find';
import { relatedMessages } from './meaning/meaning';

export async function related(app: App, user: User, id: number): Promise<Message[]> {
  chargeRead(app, { 'search by a person': user.id });
  requireMessage(app, user, id);
  const hits = await relatedMessages(app, user, id, RELATED_MAX).catch((error) => {
    app.log.warn({ err: error }, 'related messages were not found');
    return [];
  });
  return findMessages(
    app,
    user,
    hits.map(({ id }) => id),
  );
}
