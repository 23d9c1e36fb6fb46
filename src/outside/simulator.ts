import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { simulatorPhones, simulatorTexts } from '../../db/schema';
import { FetchError, type Gateway, type InboundText, passed, SendError } from './gateway';
import { OPTED_OUT, TWILIO_ERRORS, UNREACHABLE } from './twilio-errors';

const SLOW_MS = 2_000;

/** Words that Twilio answers itself when they are the whole text, and its answers (Twilio, "Default keywords"). */
const STOP = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'];
const START = ['start', 'unstop', 'yes'];
const HELP = ['help', 'info'];
const STOP_ANSWER =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.';
const START_ANSWER =
  'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.';
const HELP_ANSWER = 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.';

type SimulatorText = typeof simulatorTexts.$inferSelect;

/**
 * Returns the gateway of the phone simulator, which behaves as Twilio does (docs/product.md: Simulator). Its carrier is
 * the table of texts that the page /phone shows.
 */
export function simulatorGateway(db: Db, now: () => number): Gateway {
  return {
    kind: 'simulator',
    label: 'Phone simulator',
    simulated: true,
    ownNumbers: [],
    errors: TWILIO_ERRORS,
    webhook: () => null,

    async send({ to, body }) {
      const phone = db.select().from(simulatorPhones).where(eq(simulatorPhones.phone, to)).get();
      if (phone?.delivery === 'failing')
        throw new SendError('The simulated carrier is out of order.', true, 20500);
      if (hasOptedOut(db, to))
        throw new SendError('Attempt to send to unsubscribed recipient', false, OPTED_OUT);
      if (phone?.delivery === 'slow') await Bun.sleep(SLOW_MS);
      const errorCode = phone?.delivery === 'unreachable' ? UNREACHABLE : null;
      return { sid: sidOf(addOutbound(db, { phone: to, body, errorCode, createdAt: now() })) };
    },

    async findSent({ to, body }, since) {
      const sameText = and(eq(simulatorTexts.phone, to), eq(simulatorTexts.body, body));
      return textsSince(db, 'outbound', since, sameText).map(({ id }) => sidOf(id));
    },

    async listReceived(since, isKnown) {
      return textsSince(db, 'inbound', since)
        .map(toInbound)
        .filter(({ sid }) => !isKnown(sid));
    },

    async listReports(since) {
      return textsSince(db, 'outbound', since).map(({ id, phone, errorCode }) => ({
        sid: sidOf(id),
        to: phone,
        state: errorCode === null ? 'delivered' : 'failed',
        errorCode,
        price: null,
      }));
    },

    async fetchMedia(url) {
      const [, id, index] = /^simulator:(\d+)\/(\d+)$/.exec(url) ?? [];
      const text = db
        .select({ media: simulatorTexts.media })
        .from(simulatorTexts)
        .where(eq(simulatorTexts.id, Number(id)))
        .get();
      const file = fromDataUrl(text?.media[Number(index)] ?? '');
      if (file.bytes.length === 0) throw new FetchError('The simulated carrier has no such photo.', false);
      return file;
    },

    async examine() {
      return [passed('Texts go to the phone simulator: no account is needed, and nothing is sent.')];
    },
  };
}

const textsSince = (db: Db, direction: SimulatorText['direction'], since: number, condition = sql`true`) =>
  db
    .select()
    .from(simulatorTexts)
    .where(and(eq(simulatorTexts.direction, direction), gt(simulatorTexts.createdAt, since), condition))
    .orderBy(asc(simulatorTexts.id))
    .all();

/** Converts a row of the simulated carrier to the text that its webhook would bring. */
export const toInbound = ({ id, sid, phone, body, media, createdAt }: SimulatorText): InboundText => ({
  sid: sid ?? sidOf(id),
  from: phone,
  body,
  media: media.map((dataUrl, index) => ({
    url: `simulator:${id}/${index}`,
    type: /^data:([^;,]+)/.exec(dataUrl)?.[1] ?? '',
  })),
  at: createdAt,
});

/** Decodes a `data:` URL. The bytes are empty if it is not one. */
export function fromDataUrl(url: string): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const [, type = '', base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return { bytes: new Uint8Array(Buffer.from(base64, 'base64')), type };
}

/** Answers a keyword as Twilio does, before any webhook is called. */
export function answerKeyword(db: Db, { id, phone, body, createdAt }: SimulatorText): void {
  const word = body.trim().toLowerCase();
  const stopped = hasOptedOut(db, phone, id);
  let answer: string | null = null;
  if (STOP.includes(word) && !stopped) answer = STOP_ANSWER;
  if (START.includes(word) && stopped) answer = START_ANSWER;
  if (HELP.includes(word)) answer = HELP_ANSWER;
  if (answer) addOutbound(db, { phone, body: answer, errorCode: null, createdAt });
}

/** Returns whether a STOP was the last STOP or START that came from this phone before the text with the id `before`. */
function hasOptedOut(db: Db, phone: string, before = Number.MAX_SAFE_INTEGER): boolean {
  const word = sql<string>`lower(trim(${simulatorTexts.body}, ' ' || char(9) || char(10) || char(13)))`;
  const last = db
    .select({ word })
    .from(simulatorTexts)
    .where(
      and(
        eq(simulatorTexts.phone, phone),
        eq(simulatorTexts.direction, 'inbound'),
        lt(simulatorTexts.id, before),
        inArray(word, [...STOP, ...START]),
      ),
    )
    .orderBy(desc(simulatorTexts.id))
    .limit(1)
    .get();
  return last !== undefined && STOP.includes(last.word);
}

/** Adds a text from us to a phone and returns its id. With an `errorCode` the phone never shows it. */
function addOutbound(
  db: Db,
  text: Pick<SimulatorText, 'phone' | 'body' | 'errorCode' | 'createdAt'>,
): number {
  const values = { ...text, direction: 'outbound' as const, media: [] };
  return db.insert(simulatorTexts).values(values).returning({ id: simulatorTexts.id }).get().id;
}

const sidOf = (id: number) => `SIM${id}`;
