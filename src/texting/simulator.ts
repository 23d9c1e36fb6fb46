import { and, asc, desc, eq } from 'drizzle-orm';
import { simulatorPhones, simulatorTexts } from '../../db/schema';
import type { App } from '../app';
import { SIMULATOR_OPERATOR } from '../config';
import type { PhoneDelivery, SimulatedText, SimulatedTextInput } from '../contract/simulator';
import { stripImageMetadata } from '../media/storing';
import { answerKeyword, fromDataUrl, toInbound } from '../outside/simulator';
import { toE164 } from '../phone';
import { parsePhone } from '../users/users';
import { receiveText } from './inbound';

/** Texts that one answer lists. */
const LIST_MAX = 200;

/** The phones of the page /phone; people can add others there. */
export const TEST_PHONES = [
  { phone: SIMULATOR_OPERATOR, name: 'Ann' },
  { phone: '+12025550122', name: 'Bob' },
  { phone: '+12025550133', name: 'Cho' },
];

type SimulatorText = typeof simulatorTexts.$inferSelect;

/** Texts the product from a simulated phone. From `receiveText` on, the text takes the way of a real one. */
export async function sendFromPhone(app: App, input: SimulatedTextInput): Promise<SimulatedText> {
  const phone = parsePhone(app, input.from);
  const { body, copies = 1, held = false } = input;
  const media = await Promise.all((input.media ?? []).map(cleanFile));
  const sid = input.id ? `SIM-${input.id}` : null;
  const text = findBySid(app, sid) ?? addInbound(app, { phone, body, media, sid, held });
  if (!text.held) for (let copy = 0; copy < copies; copy++) receiveText(app, toInbound(text));
  return toSimulatedText(text);
}

const findBySid = (app: App, sid: string | null): SimulatorText | undefined =>
  sid === null ? undefined : app.db.select().from(simulatorTexts).where(eq(simulatorTexts.sid, sid)).get();

function addInbound(
  app: App,
  text: Pick<SimulatorText, 'phone' | 'body' | 'media' | 'sid' | 'held'>,
): SimulatorText {
  const values = { ...text, direction: 'inbound' as const, createdAt: app.now() };
  const row = app.db.insert(simulatorTexts).values(values).returning().get();
  answerKeyword(app.db, row);
  return row;
}

/** Removes the metadata of a picture: the carrier's rows are on our disk too. Throws Unreadable. */
async function cleanFile(dataUrl: string): Promise<string> {
  const { bytes, type } = fromDataUrl(dataUrl);
  const picture = await stripImageMetadata(bytes, type);
  return picture ? `data:${picture.type};base64,${picture.bytes.toBase64()}` : dataUrl;
}

/** Delivers the held texts of one phone, or of all, in the order they were sent or the other way round. */
export function releaseHeldTexts(
  app: App,
  { phone, order }: { phone?: string; order: 'sent' | 'reversed' },
): { released: number } {
  const ofPhone = phone ? eq(simulatorTexts.phone, parsePhone(app, phone)) : undefined;
  const texts = app.db
    .select()
    .from(simulatorTexts)
    .where(and(eq(simulatorTexts.held, true), ofPhone))
    .orderBy((order === 'sent' ? asc : desc)(simulatorTexts.id))
    .all();
  for (const text of texts) {
    app.db.update(simulatorTexts).set({ held: false }).where(eq(simulatorTexts.id, text.id)).run();
    receiveText(app, toInbound(text));
  }
  return { released: texts.length };
}

/** Returns how the carrier delivers to a phone. */
export function deliveryOf(app: App, typed: string): PhoneDelivery {
  const phone = parsePhone(app, typed);
  const row = app.db.select().from(simulatorPhones).where(eq(simulatorPhones.phone, phone)).get();
  return { phone, delivery: row?.delivery ?? 'normal' };
}

/** Sets how the carrier delivers to a phone from now on. */
export function setDelivery(app: App, { phone: typed, delivery }: PhoneDelivery): PhoneDelivery {
  const phone = parsePhone(app, typed);
  app.db.delete(simulatorPhones).where(eq(simulatorPhones.phone, phone)).run();
  if (delivery !== 'normal') app.db.insert(simulatorPhones).values({ phone, delivery }).run();
  return { phone, delivery };
}

/** Returns the latest texts of one phone, or of all, in both directions, newest first. */
export function listTexts(app: App, phone?: string): SimulatedText[] {
  const number = phone && (toE164(phone, app.config.defaultCountry) ?? phone);
  return app.db
    .select()
    .from(simulatorTexts)
    .where(number ? eq(simulatorTexts.phone, number) : undefined)
    .orderBy(desc(simulatorTexts.id))
    .limit(LIST_MAX)
    .all()
    .map(toSimulatedText);
}

/** Returns the test phones, with who of them is an operator. */
export function listTestPhones(app: App) {
  return TEST_PHONES.map((test) => ({ ...test, operator: app.config.adminPhones.includes(test.phone) }));
}

const toSimulatedText = (text: SimulatorText): SimulatedText => ({
  id: text.id,
  phone: text.phone,
  direction: text.direction,
  body: text.body,
  media: text.media,
  state: text.held ? 'held' : text.errorCode === null ? 'delivered' : 'failed',
  timestamp: new Date(text.createdAt).toISOString(),
});
