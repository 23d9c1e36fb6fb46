import { htmlWords } from './html-words';
import { decompressRtf, rtfWords } from './rtf';

// winmail.dat, in which Outlook packs files and the words (Microsoft, MS-OXTNEF).

const SIGNATURE = 0x223e9f78;
const HEADER_BYTES = 6;
const [RENDERING, TITLE, DATA, PROPERTIES] = [0x9002, 0x8010, 0x800f, 0x9005];
const [BODY, MESSAGE_PROPERTIES] = [0x800c, 0x9003];
const LONG_NAME = 0x3707;
const [BODY_TEXT, BODY_RTF, BODY_HTML] = [0x1000, 0x1009, 0x1013];
const FILES_MAX = 30;
const PROPERTIES_MAX = 500;

type TnefFile = { name: string | null; bytes: Uint8Array };
export type Tnef = { words: string; files: TnefFile[] };

export function readTnef(bytes: Uint8Array): Tnef {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: TnefFile[] = [];
  let words = '';
  if (view.byteLength < HEADER_BYTES || view.getUint32(0, true) !== SIGNATURE) return { words, files };
  // level, id, type, length, data and a checksum
  for (let at = HEADER_BYTES; at + 11 <= view.byteLength; ) {
    const id = view.getUint16(at + 1, true);
    const length = view.getUint32(at + 5, true);
    const data = bytes.subarray(at + 9, at + 9 + length);
    if (data.length < length) break;
    at += 9 + length + 2;
    if (id === BODY) words ||= toText(data, false).trim();
    if (id === MESSAGE_PROPERTIES) words ||= bodyIn(data);
    if (id === RENDERING && files.push({ name: null, bytes: new Uint8Array() }) > FILES_MAX) break;
    const file = files.at(-1);
    if (!file) continue;
    if (id === TITLE) file.name ??= toText(data, false) || null;
    if (id === DATA) file.bytes = data;
    if (id === PROPERTIES)
      for (const { id, text } of properties(data)) if (id === LONG_NAME) file.name = text || file.name;
  }
  return { words, files: files.filter((file) => file.bytes.length > 0) };
}

function bodyIn(data: Uint8Array): string {
  const found = new Map(Array.from(properties(data), (property) => [property.id, property]));
  const [plain, html, rtf] = [BODY_TEXT, BODY_HTML, BODY_RTF].map((id) => found.get(id));
  return (
    plain?.text.trim() ||
    (html && htmlWords(html.text || decodeWords(html.bytes))) ||
    (rtf ? rtfWords(decompressRtf(rtf.bytes)) : '')
  );
}

const toText = (bytes: Uint8Array, isWide: boolean): string =>
  new TextDecoder(isWide ? 'utf-16le' : 'windows-1252').decode(bytes).replace(/\0.*$/s, '');

function decodeWords(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return toText(bytes, false);
  }
}

const SIZES: Record<number, number> = {
  2: 4,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 4,
  20: 8,
  64: 8,
  72: 16,
};
const IS_LIST = 0x1000;

/** They stand one after the other, so only one with a known type can be passed over. */
function* properties(data: Uint8Array): Generator<{ id: number; bytes: Uint8Array; text: string }> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  try {
    let at = 4;
    const number = () => {
      at += 4;
      return view.getUint32(at - 4, true);
    };
    for (let left = Math.min(view.getUint32(0, true), PROPERTIES_MAX); left > 0; left--) {
      const tag = number();
      const [type, id] = [tag & 0xfff, tag >>> 16];
      if (id >= 0x8000) {
        at += 16;
        if (number() === 0) at += 4;
        else at += padded(number());
      }
      const size = SIZES[type];
      for (let values = size && !(tag & IS_LIST) ? 1 : number(); values > 0; values--) {
        if (values > data.length) return;
        const length = size ?? number();
        const bytes = data.subarray(at, at + length);
        at += padded(length);
        const isText = type === 0x1e || type === 0x1f;
        yield { id, bytes, text: isText ? toText(bytes, type === 0x1f) : '' };
      }
    }
  } catch {
    // shorter than it says
  }
}
