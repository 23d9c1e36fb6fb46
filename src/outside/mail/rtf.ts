import { htmlWords } from './html-words';

// Rich text of Outlook, as it lies in winmail.dat: MS-OXRTFCP compresses it, MS-OXRTFEX hides HTML in it.

const [COMPRESSED, PLAIN] = [0x75465a4c, 0x414c454d];
const DICTIONARY =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const WINDOW = 4_096;
const RTF_MAX = 5_000_000;

export function decompressRtf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) return '';
  const length = Math.min(view.getUint32(4, true), RTF_MAX);
  const kind = view.getUint32(8, true);
  if (kind === PLAIN) return Buffer.from(bytes.subarray(16, 16 + length)).toString('latin1');
  if (kind !== COMPRESSED) return '';
  const window = new Uint8Array(WINDOW);
  window.set(Buffer.from(DICTIONARY, 'latin1'));
  const out = Buffer.alloc(length);
  let [at, written, place] = [16, 0, DICTIONARY.length];
  const put = (byte: number) => {
    window[place] = byte;
    place = (place + 1) % WINDOW;
    if (written < length) out[written++] = byte;
  };
  for (;;) {
    const flags = bytes[at++];
    for (let bit = 0; bit < 8; bit++) {
      if (flags === undefined || at >= bytes.length || written >= length)
        return out.toString('latin1', 0, written);
      if (!((flags >> bit) & 1)) put(bytes[at++]!);
      else {
        const token = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
        at += 2;
        let from = token >> 4;
        if (from === place) return out.toString('latin1', 0, written);
        for (let left = (token & 15) + 2; left > 0; left--) {
          put(window[from]!);
          from = (from + 1) % WINDOW;
        }
      }
    }
  }
}

const HIDDEN =
  /^(?:fonttbl|colortbl|stylesheet|info|pict|object|listtable|listoverridetable|generator|header|footer|themedata|datastore|xmlnstbl)$/;
const WRITTEN: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  tab: '\t',
  cell: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
};
/** A control word with its number, a byte, a sign, the beginning or end of a group, or text. */
const TOKEN = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/giu;

type Group = { isHidden: boolean; isHtml: boolean; skip: number };

/** The words of rich text, or of the HTML that it was made of. */
export function rtfWords(written: string): string {
  const rtf = written.slice(0, written.lastIndexOf('}') + 1);
  const isFromHtml = /^.{0,1000}\\fromhtml1\b/s.test(rtf);
  const [, page = '1252'] = /\\ansicpg(\d{3,5})/.exec(rtf) ?? [];
  const decoder = decoderOf(page);
  const groups: Group[] = [];
  let group: Group = { isHidden: false, isHtml: false, skip: 1 };
  let [text, bytes, left, isRtfOnly, isFirst] = ['', [] as number[], 0, false, false];
  const flush = () => {
    if (bytes.length > 0) text += decoder.decode(new Uint8Array(bytes));
    bytes = [];
  };
  const write = (words: string) => {
    if (group.isHidden || (isRtfOnly && !group.isHtml)) return;
    flush();
    text += words;
  };
  for (const [, word, number, hex, sign, brace, words] of rtf.matchAll(TOKEN)) {
    const wasFirst = isFirst;
    isFirst = brace === '{' || (isFirst && sign === '*');
    if (brace === '{') {
      groups.push(group);
      group = { ...group };
    } else if (brace) group = groups.pop() ?? group;
    else if (hex || sign || words) {
      if (sign === '*') group.isHidden ||= wasFirst;
      else if (left > 0 && (hex || sign)) left--;
      else if (hex) {
        if (!group.isHidden && !(isRtfOnly && !group.isHtml)) bytes.push(Number.parseInt(hex, 16));
      } else if (sign) write(sign === '~' ? '\u00a0' : /[-_]/.test(sign) ? '' : sign);
      else {
        write(words!.slice(left));
        left = Math.max(0, left - words!.length);
      }
    } else if (word === 'uc') group.skip = Number(number ?? 1);
    else if (word === 'u') {
      write(String.fromCharCode((Number(number) + 65_536) % 65_536));
      left = group.skip;
    } else if (word === 'htmltag' && isFromHtml)
      Object.assign(group, { isHidden: groups.at(-1)?.isHidden ?? false, isHtml: true });
    else if (word === 'htmlrtf') isRtfOnly = isFromHtml && number !== '0';
    else if (word && HIDDEN.test(word)) group.isHidden = true;
    else if (word && WRITTEN[word]) write(WRITTEN[word]);
  }
  flush();
  return isFromHtml ? htmlWords(text) : text.trim();
}

function decoderOf(page: string): TextDecoder {
  const name = { 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 65001: 'utf-8' }[page];
  try {
    return new TextDecoder(name ?? `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
