import { createHash } from 'node:crypto';
import type { Bundle } from '../bundle';
import { refusal } from '../notes';
import type { Entry, Group, ImportedFile, Reader } from './format';
import { tokensOf } from './html';
import { fileFormat } from './parts';

// SMS Backup & Restore (Android) writes `<smses>` with an `<sms>` for each text, and an `<mms>` with
// `<part>`s for each message with files. Files are in base64 in the attribute `data`.

/** The longest tags have a file of 16 MB in base64 and other attributes. */
const OPTIONS = { xml: true, max: 24_000_000 };
const PARTS_MAX = 1_000;
const PARTS_CHARACTERS_MAX = 48_000_000;
const NO_FILE = /^(application\/smil|text\/plain)$/i;
/** Milliseconds within which a phone receives a text that it sent to itself. */
const ECHO_MS = 5 * 60_000;

type Attributes = Record<string, string>;
type Part = { type: string; text: string; name: string; data: string };

export const smsBackup = fileFormat({
  name: 'SMS Backup & Restore',
  takes: 'XML of its messages',
  groups: 'own',
  ending: /\.xml$/i,
  isStart: (start) => /<smses[\s>]/.test(start),
  read: readBackup,
});

async function* readBackup(bundle: Bundle, path: string, reader: Reader): AsyncGenerator<Entry> {
  const toEntries = entryMaker(reader);
  const texts = joinHalves(bundle.texts(path));
  let mms: Attributes | null = null;
  let parts: Part[] = [];
  let characters = 0;
  for await (const { tag, closing, attributes } of tokensOf(bundle, texts, OPTIONS)) {
    if (tag === 'sms' && !closing)
      yield* toEntries(attributes, attributes.type === '2', attributes.body ?? '', []);
    else if (tag === 'mms' && !closing) {
      mms = attributes;
      parts = [];
      characters = 0;
    } else if (tag === 'part' && mms) {
      parts.push(toPart(attributes));
      characters += attributes.data?.length ?? 0;
      if (parts.length > PARTS_MAX || characters > PARTS_CHARACTERS_MAX)
        throw refusal(bundle.name, 'one of its messages has too many parts.');
    } else if (tag === 'mms' && mms) {
      const text = parts.filter(({ type }) => type === 'text/plain').map(({ text }) => text);
      const files = parts.filter(({ type, data }) => !NO_FILE.test(type) && data !== '').map(toFile);
      yield* toEntries(mms, mms.msg_box === '2', text.join('\n'), files);
      mms = null;
    }
  }
}

const HALVES = /&#(5[5-6]\d{3});&#(5[6-7]\d{3});/g;

/** Replaces emoji that are written as two surrogate halves. This is invalid XML, but common on Android. */
async function* joinHalves(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let cut = ''; // at the end of a chunk, perhaps the first part of an emoji
  for await (const text of texts) {
    const joined = (cut + text).replace(HALVES, (_, high, low) =>
      String.fromCharCode(Number(high), Number(low)),
    );
    cut = /(&#\d{5};)?(&#?\d{0,5})?$/.exec(joined.slice(-16))?.[0] ?? '';
    yield joined.slice(0, joined.length - cut.length);
  }
  yield cut;
}

function toPart({ ct = '', text = '', cl = '', name = '', fn = '', data = '' }: Attributes): Part {
  const named = [cl, fn, name].find((candidate) => candidate && candidate !== 'null') ?? '';
  return {
    type: ct.toLowerCase(),
    text: text === 'null' ? '' : text,
    name: named,
    data: data === 'null' ? '' : data,
  };
}

const toFile = ({ type, name, data }: Part): ImportedFile => ({
  name: name || null,
  type,
  bytes: Math.floor((data.length * 3) / 4),
  read: async () => new Uint8Array(Buffer.from(data, 'base64')),
});

// The function makes none for a text that the phone received from itself, because the sent text is an entry
// already.
function entryMaker({ phone }: Reader) {
  let sent = { text: '', at: 0 };
  return (message: Attributes, isSent: boolean, text: string, files: ImportedFile[]): Entry[] => {
    const { address = '', date = '', contact_name: contact = '' } = message;
    const at = Number(date);
    const group = toGroup(address, contact, phone);
    if (!(at > 0)) return [{ unreadable: `a message of ${group.name}`, reason: 'its time cannot be read' }];
    if (group.own && !isSent && sent.text === text && Math.abs(at - sent.at) < ECHO_MS) return [];
    if (isSent) sent = { text, at };
    const digest = createHash('sha256').update(text).digest('base64url').slice(0, 16);
    const isOthers = !isSent && !group.own && text !== '';
    return [
      {
        note: {
          key: JSON.stringify([group.id, at, isSent, digest]),
          text: isOthers ? `${group.name}: ${text}` : text,
          createdAt: at,
          tags: [],
          files,
          group,
        },
      },
    ];
  };
}

function toGroup(address: string, contact: string, phone: string | null): Group {
  const numbers = address.split('~').map((number) => number.replace(/[^\d+a-z@.]/gi, ''));
  const name = contact && !/^\(Unknown\)|^null$/i.test(contact) ? contact : numbers.join(', ');
  const own = numbers.length === 1 && phone !== null && isSameNumber(numbers[0] ?? '', phone);
  return { id: numbers.map(significant).sort().join('~'), name: own ? `${name} (me)` : name, own };
}

/** Phones store numbers with or without the country code. */
const significant = (number: string) =>
  /^\+?\d{7,}$/.test(number) ? number.replace(/^(\+|0+)/, '').slice(-9) : number;

export const isSameNumber = (number: string, phone: string) =>
  /^\+?\d{7,}$/.test(number) && significant(number) === significant(phone);
