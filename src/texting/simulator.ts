import type { App } from '../app/app';
import { SIMULATOR_OPERATOR } from '../app/config/simulator';
import { toE164 } from '../app/phone';
import type { PhoneDelivery, SimulatedMail, SimulatedText, SimulatedTextInput } from '../contract/simulator';
import { inPictureTurn, NOBODY } from '../media/picture-cage';
import { cleanFile } from '../media/storing';
import { fromDataUrl } from '../outside/data-url';
import { answerKeyword, toInbound } from '../outside/simulator/gateway';
import { findMail, latestMails } from '../outside/simulator/mailbox';
import * as carrier from '../outside/simulator/records';
import { parsePhone } from '../people/users';

const LIST_MAX = 200;

export const TEST_PHONES = [
  { phone: SIMULATOR_OPERATOR, name: 'Ann' },
  { phone: '+12025550122', name: 'Bob' },
  { phone: '+12025550133', name: 'Cho' },
];

export async function sendFromPhone(app: App, input: SimulatedTextInput): Promise<SimulatedText> {
  const phone = parsePhone(app, input.from);
  const { body, copies = 1, held = false } = input;
  const media = await Promise.all((input.media ?? []).map((url) => cleanDataUrl(app, url)));
  const sid = input.id ? `SIM-${input.id}` : null;
  const sent = { phone, direction: 'inbound', body, media, sid, held, errorCode: null } as const;
  let text = sid ? carrier.findTextBySid(app.db, sid) : null;
  if (!text) {
    text = carrier.addText(app.db, { ...sent, createdAt: app.now() });
    answerKeyword(app.db, text);
  }
  const { receiveText } = await import('./inbound');
  if (!text.held) for (let copy = 0; copy < copies; copy++) receiveText(app, toInbound(text));
  return toSimulatedText(text);
}

/** The simulated carrier stores the picture on our disk, so its metadata is removed. */
async function cleanDataUrl(app: App, dataUrl: string): Promise<string> {
  const { bytes, type } = fromDataUrl(dataUrl);
  const cleaned = await inPictureTurn(app, NOBODY, () => cleanFile(app, bytes, type));
  return cleaned.width === null ? dataUrl : `data:${cleaned.type};base64,${cleaned.bytes.toBase64()}`;
}

export async function releaseHeldTexts(
  app: App,
  { phone, order }: { phone?: string; order: 'sent' | 'reversed' },
): Promise<{ released: number }> {
  const { receiveText } = await import('./inbound');
  const texts = carrier.heldTexts(app.db, phone ? parsePhone(app, phone) : null);
  for (const text of order === 'sent' ? texts : texts.reverse()) {
    carrier.release(app.db, text);
    receiveText(app, toInbound(text));
  }
  return { released: texts.length };
}

export function deliveryOf(app: App, typed: string): PhoneDelivery {
  const phone = parsePhone(app, typed);
  return { phone, delivery: carrier.deliveryOf(app.db, phone) };
}

export function setDelivery(app: App, { phone: typed, delivery }: PhoneDelivery): PhoneDelivery {
  const phone = parsePhone(app, typed);
  carrier.setDelivery(app.db, phone, delivery);
  return { phone, delivery };
}

export function listTexts(app: App, phone?: string): SimulatedText[] {
  const number = phone ? (toE164(phone, app.config.defaultCountry) ?? phone) : null;
  return carrier.latestTexts(app.db, number, LIST_MAX).map(toSimulatedText);
}

/** `phones`: those whose photos the caller may see, or all if null. */
export function photoOfText(app: App, id: number, index: number, phones: readonly string[] | null) {
  const text = carrier.findText(app.db, id);
  if (text && phones && !phones.includes(text.phone)) return null;
  const photo = fromDataUrl(text?.media[index] ?? '');
  return /^image\/[\w.+-]+$/.test(photo.type) ? photo : null;
}

export const listMails = (app: App, typed: string): SimulatedMail[] =>
  latestMails(app.db, parsePhone(app, typed)).map(({ id, address, subject, words, createdAt }) => {
    const timestamp = new Date(createdAt).toISOString();
    return { id, address, subject, words, page: `/api/simulator/mails/${id}`, timestamp };
  });

export const pageOfMail = (app: App, id: number) => findMail(app.db, id)?.html ?? null;

export function listTestPhones(app: App) {
  return TEST_PHONES.map((test) => ({ ...test, operator: app.config.adminPhones.includes(test.phone) }));
}

const toSimulatedText = (text: carrier.SimulatorText): SimulatedText => ({
  id: text.id,
  phone: text.phone,
  direction: text.direction,
  body: text.body,
  media: text.media.map((_, index) => `/api/simulator/texts/${text.id}/media/${index}`),
  state: text.held ? 'held' : text.errorCode === null ? 'delivered' : 'failed',
  timestamp: new Date(text.createdAt).toISOString(),
});
