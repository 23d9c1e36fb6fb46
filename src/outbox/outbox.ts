import { eq } from 'drizzle-orm';
import { outbox, phones } from '../../db/schema';
import type { App } from '../app';
import { segments } from './segments';

export type OutboxRow = typeof outbox.$inferSelect;
export type TextKind = OutboxRow['kind'];

/** Twilio's error for a number that has texted STOP: the carrier knew before we did. */
export const OPTED_OUT = 21610;

/**
 * Writes a text to be sent, in the transaction of its cause, so that both are there or neither (design 6). A
 * second one with the same `dedupeKey` is not written. `to` is E.164; who texted STOP gets nothing.
 */
export function enqueue(
  app: App,
  text: { to: string; body: string; kind: TextKind; dedupeKey?: string; at?: number },
): void {
  if (hasStopped(app, text.to)) return;
  const now = app.now();
  app.db
    .insert(outbox)
    .values({
      phone: text.to,
      body: text.body,
      kind: text.kind,
      dedupeKey: text.dedupeKey,
      nextAt: text.at ?? now,
      segments: segments(text.body),
      createdAt: now,
    })
    .onConflictDoNothing()
    .run();
  queueMicrotask(() => app.wakeOutbox()); // when the transaction, being synchronous, has ended
}

/** Whether this number has texted STOP and not START since. */
export const hasStopped = (app: App, phone: string): boolean =>
  app.db.select({ stoppedAt: phones.stoppedAt }).from(phones).where(eq(phones.phone, phone)).get()
    ?.stoppedAt != null;

/** Records STOP or START for a number, whether or not it has an account. */
export function setStopped(app: App, phone: string, stopped: boolean): void {
  const stoppedAt = stopped ? app.now() : null;
  app.db
    .insert(phones)
    .values({ phone, stoppedAt })
    .onConflictDoUpdate({ target: phones.phone, set: { stoppedAt } })
    .run();
}
