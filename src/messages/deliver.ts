import type { User } from '../../db/schema';
import type { App } from '../app';
import type { Message } from '../contract/messages';
import { prefetch } from '../previews/links';
import { findMessage } from './lists';

/** All that follows from a message once it is committed, in order. Answers the message as its sender sees it. */
export function deliver(app: App, sender: User, messageId: number): Message {
  const message = findMessage(app, sender, messageId);
  if (!message) throw new Error(`Message ${messageId} is gone before it was delivered.`);
  prefetch(app, message.content);
  return message;
}
