import { and, asc, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { bound, type Db, prepared } from '../../db/open';
import { simulatorPhones, simulatorTexts } from '../../db/schema';
import { FetchError, type Gateway, SendError } from './gateway';
import { OPTED_OUT, UNREACHABLE } from './twilio-errors';

const SLOW_MS = 2_000;

/** The carrier when there is none: texts in both directions are rows that the page /phone shows. */
export function simulatorGateway(db: Db, now: () => number): Gateway {
  return {
    kind: 'simulator',

    async send({ to, body }) {
      const delivery = deliveryTo(db).get({ phone: to })?.delivery;
      if (delivery === 'failing') throw new SendError('The simulated carrier is out of order.', true, 20500);
      if (hasOptedOut(db, to))
        throw new SendError('Attempt to send to unsubscribed recipient', false, OPTED_OUT);
      if (delivery === 'slow') await Bun.sleep(SLOW_MS);
      const errorCode = delivery === 'unreachable' ? UNREACHABLE : null;
      return { sid: sidOf(say(db, { phone: to, body, errorCode, at: now() })) };
    },

    async findSent({ to, body }, since) {
      const { phone, direction, createdAt, id } = simulatorTexts;
      const rows = db
        .select({ id })
        .from(simulatorTexts)
        .where(
          and(eq(phone, to), eq(direction, 'outbound'), gt(createdAt, since), eq(simulatorTexts.body, body)),
        )
        .orderBy(id)
        .all();
      return rows.map(({ id }) => sidOf(id));
    },

    async listReceived(since, isKnown) {
      const rows = db
        .select()
        .from(simulatorTexts)
        .where(and(eq(simulatorTexts.direction, 'inbound'), gt(simulatorTexts.createdAt, since)))
        .orderBy(asc(simulatorTexts.id))
        .all();
      return rows.filter((row) => !isKnown(row.sid ?? sidOf(row.id))).map(toInbound);
    },

    async listReports(since) {
      const rows = db
        .select()
        .from(simulatorTexts)
        .where(and(eq(simulatorTexts.direction, 'outbound'), gt(simulatorTexts.createdAt, since)))
        .all();
      return rows.map(({ id, phone, errorCode }) => ({
        sid: sidOf(id),
        to: phone,
        state: errorCode === null ? ('delivered' as const) : ('failed' as const),
        errorCode,
        price: null,
      }));
    },

    async fetchMedia(url) {
      const [, id, index] = /^simulator:(\d+)\/(\d+)$/.exec(url) ?? [];
      const text = mediaOf(db).get({ id: Number(id) });
      const file = fromDataUrl(text?.media[Number(index)] ?? '');
      if (file.bytes.length === 0) throw new FetchError('The simulated carrier has no such photo.', false);
      return file;
    },

    async examine() {
      return [
        { ok: true, says: 'Texts go to the phone simulator: no account is needed, and nothing is sent.' },
      ];
    },
  };
}

const mediaOf = prepared((db) =>
  db
    .select({ media: simulatorTexts.media })
    .from(simulatorTexts)
    .where(eq(simulatorTexts.id, sql.placeholder('id')))
    .prepare(),
);

type SimulatedText = typeof simulatorTexts.$inferSelect;

const sidOf = (id: number) => `SIM${id}`;

/** The file that a data: address is; empty when it is none. */
export function fromDataUrl(url: string): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const [, type = '', base64 = ''] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  return { bytes: new Uint8Array(Buffer.from(base64, 'base64')), type };
}

/** A text that the simulated carrier holds for us, as a webhook would bring it. */
export const toInbound = ({ id, sid, phone, body, media, createdAt }: SimulatedText) => ({
  sid: sid ?? sidOf(id),
  from: phone,
  body,
  media: media.map((data, index) => ({
    url: `simulator:${id}/${index}`,
    type: /^data:([^;,]+)/.exec(data)?.[1] ?? '',
  })),
  at: createdAt,
});

/** Words that the carrier acts on by itself when they are the whole text, and what it answers (Twilio, "Default keywords"). */
const STOP = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'];
const START = ['start', 'unstop', 'yes'];
const HELP = ['help', 'info'];
const STOPPED =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.';
const STARTED =
  'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.';
const HELPED = 'Reply STOP to unsubscribe. Msg&Data Rates May Apply.';

/** What Twilio does with these words before it calls anybody's webhook: it answers them itself. */
export function answerKeyword(db: Db, text: SimulatedText): void {
  const word = text.body.trim().toLowerCase();
  const stopped = hasOptedOut(db, text.phone, text.id);
  const answer = STOP.includes(word)
    ? !stopped && STOPPED
    : START.includes(word)
      ? stopped && STARTED
      : HELP.includes(word) && HELPED;
  if (answer) say(db, { phone: text.phone, body: answer, errorCode: null, at: text.createdAt });
}

/** Whether the last such word that the carrier saw from this phone, before the text `before`, was a STOP. */
function hasOptedOut(db: Db, phone: string, before = Number.MAX_SAFE_INTEGER): boolean {
  const last = lastKeyword(db).get({ phone, before });
  return last !== undefined && STOP.includes(last.word);
}

const lastKeyword = prepared((db) => {
  const word = sql<string>`lower(trim(${simulatorTexts.body}, ' ' || char(9) || char(10) || char(13)))`;
  return db
    .select({ word })
    .from(simulatorTexts)
    .where(
      and(
        eq(simulatorTexts.phone, bound('phone')),
        eq(simulatorTexts.direction, 'inbound'),
        lt(simulatorTexts.id, bound('before')),
        inArray(word, [...STOP, ...START]),
      ),
    )
    .orderBy(desc(simulatorTexts.id))
    .limit(1)
    .prepare();
});

const deliveryTo = prepared((db) =>
  db
    .select()
    .from(simulatorPhones)
    .where(eq(simulatorPhones.phone, sql.placeholder('phone')))
    .prepare(),
);

/** A text to a phone, with `errorCode` when it never shows there. Answers its id. */
const say = (db: Db, text: Said): number => said(db).get(text)!.id;

type Said = { phone: string; body: string; errorCode: number | null; at: number };

const said = prepared((db) =>
  db.$client.prepare<{ id: number }, Said>(`
    insert into simulator_texts (phone, direction, body, media, error_code, created_at)
    values ($phone, 'outbound', $body, '[]', $errorCode, $at) returning id`),
);
