import type { Message } from '../../../src/contract/messages';
import type { SeenBefore } from '../../boards/use-seen';
import { isPending } from '../../product/pending/change';

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
