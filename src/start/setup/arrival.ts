import { and, asc, desc, eq, gte, notInArray } from 'drizzle-orm';
import { inbound, messages, outbox } from '../../../db/schema';
import type { App } from '../../app/app';
import { listChores } from '../../app/chores';
import { failureReason } from '../../texting/health';
import { receiveMissedTexts } from '../../texting/missed-texts';

/**
 * The trial of the settings, just before the wait, refuses texts, and the gateway delivers them again later.
 */
const SENT_BEFORE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 500;
/** Milliseconds between two requests to the gateway for texts that no webhook call brought. */
const ASK_EVERY_MS = 15_000;
/** If the answer was not sent by then, the setup says nothing about the answer. */
const ANSWER_WITHIN_MS = 30_000;

type Row = typeof inbound.$inferSelect;

export type Arrival = {
  phone: string;
  words: string | null;
  asked: boolean;
};

export async function waitForText(app: App, signal: AbortSignal): Promise<Arrival | null> {
  const isServer = listChores(app).length > 0;
  const asking = isServer && app.sms.can.catchUp;
  const since = app.now() - SENT_BEFORE_MS;
  const known = listReceived(app, since).map(({ sid }) => sid);
  const findNew = () => listReceived(app, since, known)[0];
  let askedAt = app.now();
  for (;;) {
    if (signal.aborted) return null;
    const byWebhook = findNew();
    if (byWebhook) return toArrival(app, byWebhook, false);
    if (asking && app.now() - askedAt > ASK_EVERY_MS) {
      await receiveMissedTexts(app).catch(() => {}); // the trial has already shown such an error
      askedAt = app.now();
      const found = findNew();
      if (found) return toArrival(app, found, true);
    }
    await Bun.sleep(LOOK_EVERY_MS);
  }
}

/**
 * Returns null if it was sent, the reason if it failed, and undefined if neither is known after
 * ANSWER_WITHIN_MS.
 */
export async function waitForAnswer(app: App, { phone }: Arrival, signal: AbortSignal) {
  const since = app.now() - ANSWER_WITHIN_MS;
  const until = app.now() + ANSWER_WITHIN_MS;
  while (!signal.aborted && app.now() < until) {
    const answer = app.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.phone, phone), gte(outbox.createdAt, since)))
      .orderBy(desc(outbox.id))
      .limit(1)
      .get();
    if (answer?.state === 'sent' || answer?.state === 'delivered') return null;
    if (answer?.state === 'failed') return failureReason(app, answer);
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return undefined;
}

const listReceived = (app: App, since: number, known: string[] = []): Row[] =>
  app.db
    .select()
    .from(inbound)
    .where(and(gte(inbound.receivedAt, since), notInArray(inbound.sid, known)))
    .orderBy(asc(inbound.receivedAt))
    .all();

function toArrival(app: App, { phone, messageId }: Row, asked: boolean): Arrival {
  const message = messageId
    ? app.db.select({ content: messages.content }).from(messages).where(eq(messages.id, messageId)).get()
    : undefined;
  return { phone, words: message?.content ?? null, asked };
}
