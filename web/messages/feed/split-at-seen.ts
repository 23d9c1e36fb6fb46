import type { Message } from '../../../src/contract/messages';
import type { SeenBefore } from '../../boards/use-seen';
import { isPending } from '../../product/pending/change';

/**
 * Splits a list, newest first, into the messages that are new to the reader (`fresh`) and those that the
 * reader has seen (`seen`). All messages count as seen in three cases: if `before` is undefined, if the list
 * has no seen message, or if the reader added all new messages in the web app or by the API.
 */
export function splitAtSeen<T extends Pick<Message, 'id' | 'senderId' | 'source'>>(
  messages: readonly T[],
  before: SeenBefore | undefined,
  me: number | null | undefined,
): { fresh: readonly T[]; seen: readonly T[] } {
  const at = before ? messages.findIndex((message) => !isPending(message) && message.id <= before.id) : -1;
  const fresh = messages.slice(0, Math.max(0, at));
  const isUnread = fresh.some(({ senderId, source }) => senderId !== me || source === 'sms');
  return isUnread ? { fresh, seen: messages.slice(at) } : { fresh: [], seen: messages };
}
