import type { Message } from '../../../src/contract/messages';
import type { SeenBefore } from '../../boards/use-seen';
import { isPending } from '../../product/pending/change';

/** Returns how many of the first messages are new; 0 if the reader has written all of them in this browser. */
export function countFresh(
  messages: readonly Pick<Message, 'id' | 'senderId' | 'source'>[],
  before: SeenBefore | undefined,
  me: number | null | undefined,
): number {
  const at = before ? messages.findIndex((message) => !isPending(message) && message.id <= before.id) : -1;
  const fresh = messages.slice(0, Math.max(0, at));
  return fresh.some(({ senderId, source }) => senderId !== me || source === 'sms') ? fresh.length : 0;
}
