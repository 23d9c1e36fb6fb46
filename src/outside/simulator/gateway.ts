import type { Db } from '../../../db/open';
import { simulatorBlock } from '../../app/config/simulator';
import { FetchError, type Gateway, type InboundText, SendError, type Surroundings } from '../../app/gateway';
import { good } from '../../contract/health';
import { fromDataUrl, toDataUrl } from '../data-url';
import { downloadFile } from '../file-download';
import { OPTED_OUT, TWILIO_ERRORS, UNREACHABLE } from '../twilio/errors';
import { addText, deliveryOf, findText, lastWord, type SimulatorText, textsSince } from './records';

const SLOW_MS = 2_000;
/** Twilio 11200: HTTP retrieval failure. */
const NO_MEDIA = 11200;

// Keywords that Twilio itself answers if they are the whole text, and Twilio's answers (Twilio, "Default
// keywords").
const STOP = ['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'];
const START = ['start', 'unstop', 'yes'];
const STOP_ANSWER =
  'You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.';
const START_ANSWER =
  'You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data Rates May Apply.';

export function simulatorGateway({ db, now, publicUrl }: Surroundings): Gateway {
  return {
    kind: 'simulator',
    label: simulatorBlock.label,
    can: simulatorBlock.can,
    ownNumbers: [],
    knowsSentAfterMs: 5_000,
    errors: TWILIO_ERRORS,
    mediaLifeMs: 24 * 3_600_000,
    webhook: () => null,
    webhooks: [],
    now,

    async send({ to, body, pictures = [] }) {
      const delivery = deliveryOf(db, to);
      if (delivery === 'failing') throw new SendError('The simulated carrier is out of order.', true, 20500);
      if (hasOptedOut(db, to))
        throw new SendError('Attempt to send to unsubscribed recipient', false, OPTED_OUT);
      if (delivery === 'slow') await Bun.sleep(SLOW_MS);
      const errorCode = delivery === 'unreachable' ? UNREACHABLE : null;
      const media = await Promise.all(pictures.map((url) => fetchPicture(url, publicUrl())));
      const text = addText(db, { ...OUTBOUND, phone: to, body, media, errorCode, createdAt: now() });
      return { sid: sidOf(text) };
    },

    async findSent({ to, body }, within) {
      return textsSince(db, 'outbound', now() - within)
        .filter((text) => text.phone === to && text.body === body)
        .map(sidOf);
    },

    async listReceived(since, isKnown) {
      return textsSince(db, 'inbound', since)
        .map(toInbound)
        .filter(({ sid }) => !isKnown(sid));
    },

    async listReports(within) {
      return textsSince(db, 'outbound', now() - within).map((text) => ({
        sid: sidOf(text),
        to: text.phone,
        state: text.errorCode === null ? 'delivered' : 'failed',
        errorCode: text.errorCode,
        price: null,
      }));
    },

    async fetchMedia(url) {
      const [, id, index] = /^simulator:(\d+)\/(\d+)$/.exec(url) ?? [];
      const file = fromDataUrl(findText(db, Number(id))?.media[Number(index)] ?? '');
      if (file.bytes.length === 0) throw new FetchError('The simulated carrier has no such photo.', false);
      return file;
    },

    clockAhead: () => null,

    async examine() {
      return [good('Gateway', 'Texts go to the phone simulator: no account is needed, and nothing is sent.')];
    },
  };
}

/** As carriers do, and over the network, so that the address is tried. */
async function fetchPicture(from: string, publicUrl: string): Promise<string> {
  const isStore = ({ origin }: URL) => origin === new URL(publicUrl).origin;
  const { bytes, type } = await downloadFile(new URL(from), { label: 'The server', isStore }).catch(() => {
    throw new SendError('The simulated carrier got no photo.', true, NO_MEDIA);
  });
  return toDataUrl({ base64: Buffer.from(bytes).toString('base64'), type });
}

const OUTBOUND = { direction: 'outbound' as const, media: [], sid: null, held: false };

export const toInbound = (text: SimulatorText): InboundText => ({
  sid: sidOf(text),
  from: text.phone,
  body: text.body,
  media: text.media.map((dataUrl, index) => ({
    url: `simulator:${text.id}/${index}`,
    type: /^data:([^;,]+)/.exec(dataUrl)?.[1] ?? '',
  })),
  at: text.createdAt,
});

/**
 * Adds none either if the text changes nothing: for example, if it is a second STOP. Does not answer HELP,
 * although Twilio can be set to do so.
 */
export function answerKeyword(db: Db, { id, phone, body, createdAt }: SimulatorText): void {
  const word = body.trim().toLowerCase();
  const stopped = hasOptedOut(db, phone, id);
  let answer: string | null = null;
  if (STOP.includes(word) && !stopped) answer = STOP_ANSWER;
  if (START.includes(word) && stopped) answer = START_ANSWER;
  if (answer) addText(db, { ...OUTBOUND, phone, body: answer, errorCode: null, createdAt });
}

const hasOptedOut = (db: Db, phone: string, before = Number.MAX_SAFE_INTEGER): boolean =>
  STOP.includes(lastWord(db, phone, [...STOP, ...START], before) ?? '');

const sidOf = ({ id, sid }: SimulatorText) => sid ?? `SIM${id}`;
