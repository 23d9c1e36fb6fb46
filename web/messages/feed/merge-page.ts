import type { Message, PolledPage } from '../../../src/contract/messages';

/**
 * Returns the messages of a polled page, in the order of `ids`. Takes each message from the answer, or else
 * from `known`. Returns null if a message is in neither.
 */
export function mergePage(known: readonly Message[], { ids, messages }: PolledPage): Message[] | null {
  const byId = new Map([...known, ...messages].map((message) => [message.id, message]));
  const merged = ids.flatMap((id) => byId.get(id) ?? []);
  return merged.length === ids.length ? merged : null;
}
