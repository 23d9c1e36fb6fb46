import { and, desc, eq, sql } from 'drizzle-orm';
import { prepared } from '../../db/open';
import { simulatorPhones, simulatorTexts } from '../../db/schema';
import type { App } from '../app';
import { SIMULATOR_OPERATOR } from '../config';
import type { SimulatedText, SimulatedTextInput } from '../contract/simulator';
import { stripImageMetadata } from '../media/storing';
import { answerKeyword, fromDataUrl, toInbound } from '../outside/simulator';
import { toE164 } from '../phone';
import { parsePhone } from '../users/users';
import { receiveText } from './inbound';

const NEWEST = 200;

/** The test numbers that stand ready on the page /phone; any other may be added. */
export const TEST_PHONES = [
  { phone: SIMULATOR_OPERATOR, name: 'Ann' },
  { phone: '+12025550122', name: 'Bob' },
  { phone: '+12025550133', name: 'Cho' },
];

type Delivery = 'normal' | typeof simulatorPhones.$inferSelect.delivery;

/** Texts the product from a simulated phone, by the same way as a real webhook's text from there on. */
export async function sendFromPhone(app: App, input: SimulatedTextInput): Promise<SimulatedText> {
  const phone = parsePhone(app, input.from);
  const { body, id, copies = 1, held = false } = input;
  const media = await Promise.all((input.media ?? []).map(withoutPlace));
  const sid = id && `SIM-${id}`;
  const known = sid && bySid(app.db).get({ sid });
  const row =
    known || insertText(app.db).get({ phone, body, media, sid: sid ?? null, held, createdAt: app.now() });
  if (!known) answerKeyword(app.db, row);
  if (!row.held) for (let copy = 0; copy < copies; copy++) receiveText(app, toInbound(row));
  return toText(row);
}

const bySid = prepared((db) =>
  db
    .select()
    .from(simulatorTexts)
    .where(eq(simulatorTexts.sid, sql.placeholder('sid')))
    .prepare(),
);
const insertText = prepared((db) =>
  db
    .insert(simulatorTexts)
    .values({
      phone: sql.placeholder('phone'),
      direction: 'inbound',
      body: sql.placeholder('body'),
      media: sql.placeholder('media'),
      sid: sql.placeholder('sid'),
      held: sql.placeholder('held'),
      createdAt: sql.placeholder('createdAt'),
    })
    .returning()
    .prepare(),
);

/** A file as the page shows it: the carrier's rows lie on our disk too. Throws Unreadable. */
async function withoutPlace(url: string): Promise<string> {
  const { bytes, type } = fromDataUrl(url);
  const picture = await stripImageMetadata(bytes, type);
  return picture ? `data:${picture.type};base64,${picture.bytes.toBase64()}` : url;
}

/** Hands over texts that the carrier has held, in the order they were sent or the other way round. */
export function releaseHeldTexts(
  app: App,
  { phone, order }: { phone?: string; order: 'sent' | 'reversed' },
): number {
  const rows = app.db
    .select()
    .from(simulatorTexts)
    .where(
      and(
        eq(simulatorTexts.held, true),
        phone ? eq(simulatorTexts.phone, parsePhone(app, phone)) : undefined,
      ),
    )
    .orderBy(simulatorTexts.id)
    .all();
  for (const row of order === 'sent' ? rows : rows.reverse()) {
    app.db.update(simulatorTexts).set({ held: false }).where(eq(simulatorTexts.id, row.id)).run();
    receiveText(app, toInbound(row));
  }
  return rows.length;
}

/** How the carrier delivers to a phone. */
export function deliveryOf(app: App, typed: string): { phone: string; delivery: Delivery } {
  const phone = parsePhone(app, typed);
  const row = app.db.select().from(simulatorPhones).where(eq(simulatorPhones.phone, phone)).get();
  return { phone, delivery: row?.delivery ?? 'normal' };
}

/** From now on the carrier delivers to this phone so. */
export function setDelivery(
  app: App,
  typed: string,
  delivery: Delivery,
): { phone: string; delivery: Delivery } {
  const phone = parsePhone(app, typed);
  if (delivery === 'normal') app.db.delete(simulatorPhones).where(eq(simulatorPhones.phone, phone)).run();
  else
    app.db
      .insert(simulatorPhones)
      .values({ phone, delivery })
      .onConflictDoUpdate({ target: simulatorPhones.phone, set: { delivery } })
      .run();
  return { phone, delivery };
}

/** Texts in both directions, newest first; of one phone, or of all. */
export function listTexts(app: App, phone?: string): SimulatedText[] {
  const number = phone && (toE164(phone, app.config.defaultCountry) ?? phone);
  return app.db
    .select()
    .from(simulatorTexts)
    .where(number ? eq(simulatorTexts.phone, number) : undefined)
    .orderBy(desc(simulatorTexts.id))
    .limit(NEWEST)
    .all()
    .map(toText);
}

/** The ready test numbers, and who of them is an operator. */
export function listTestPhones(app: App) {
  return TEST_PHONES.map((test) => ({ ...test, operator: app.config.adminPhones.includes(test.phone) }));
}

const toText = (row: typeof simulatorTexts.$inferSelect): SimulatedText => ({
  id: row.id,
  phone: row.phone,
  direction: row.direction,
  body: row.body,
  media: row.media,
  state: row.held ? 'held' : row.errorCode === null ? 'delivered' : 'failed',
  timestamp: new Date(row.createdAt).toISOString(),
});
