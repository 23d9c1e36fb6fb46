/**
 * If SMSGate gets two texts with the same id, it sends only one of them. The time is part of the id, because
 * a new or restored database uses the ids of the outbox again.
 */
export const idOf = ({ id, createdAt }: { id: number; createdAt: number }): string =>
  `tagline-${id}-${createdAt.toString(36)}`;

export function outboxIdOf(messageId: string): number | null {
  const id = /^tagline-(\d{1,15})-[0-9a-z]+$/.exec(messageId)?.[1];
  return id === undefined ? null : Number(id);
}
