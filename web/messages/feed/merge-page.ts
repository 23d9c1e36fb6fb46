import type { Message, PolledPage } from '../../../src/contract/messages';

/**
 * Returns the messages of a polled page: those that the answer brought, and the others as they are `known`. Returns
 * null if one of them is neither in the answer nor known.
 */
export function mergePage(known: readonly Message[], { ids, messages }: PolledPage): Message[] | null {
  const byId = new Map([...known, ...messages].map((message) => [message.id, message]));
  const merged = ids.flatMap((id) => byId.get(id) ?? []);
  return merged.length === ids.length ? merged : null;
}
