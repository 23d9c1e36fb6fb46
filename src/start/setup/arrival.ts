import { and, asc, desc, eq, gte, notInArray } from 'drizzle-orm';
import { inbound, messages, outbox } from '../../../db/schema';
import type { App } from '../../app/app';
import { listChores } from '../../app/chores';
import { failureReason } from '../../texting/health';
import { receiveMissedTexts } from '../../texting/missed-texts';

/**
 * A text that was sent at most this many milliseconds before the wait still counts. The trial of the
 * settings, just before the wait, refuses texts, and the gateway delivers them again later.
 */
const SENT_BEFORE_MS = 10 * 60_000;
const LOOK_EVERY_MS = 500;
/** Milliseconds between two requests to the gateway for texts that no webhook call brought. */
const ASK_EVERY_MS = 15_000;
/**
 * Maximum number of milliseconds that we wait for the answer to the first text. If the answer was not sent by
 * then, the setup says nothing about the answer.
 */
const ANSWER_WITHIN_MS = 30_000;

type Row = typeof inbound.$inferSelect;

/** A text that has arrived. Its words are null unless it was kept as a message. */
export type Arrival = {
  phone: string;
  words: string | null;
  /** True if we got the text by asking the gateway, because no webhook call brought it. */
  asked: boolean;
};

/**
 * Waits for the first text that arrives from now on, and returns it. Returns null once `signal` is aborted.
 * If this process is a server and the gateway can list its texts, also asks the gateway for texts, in case
 * its webhook does not reach this server.
 */
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
 * Waits until the answer to a text was sent. Returns null if it was sent, the reason if it failed, and
 * undefined if neither is known after ANSWER_WITHIN_MS.
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

/** Returns the texts that arrived since a time, oldest first, without those whose id is in `known`. */
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
