import type { Message, PolledPage } from '../../../src/contract/messages';

export function mergePage(known: readonly Message[], { ids, messages }: PolledPage): Message[] | null {
  const byId = new Map([...known, ...messages].map((message) => [message.id, message]));
  const merged = ids.flatMap((id) => byId.get(id) ?? []);
  return merged.length === ids.length ? merged : null;
}
