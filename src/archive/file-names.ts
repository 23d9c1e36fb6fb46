import { withoutInvisible } from '../contract/text';

/** Refused by Windows, or with a meaning in links of Obsidian (`#`, `^`, `|`, brackets). */
const ILLEGAL = /[\\/:*?"<>|#^[\]\p{Cc}\p{Cs}\p{Co}\p{Cn}\uFFFD\s]+/gu;
const DEVICE = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(?=\.|$)/i;
/** A name may have 255 bytes, and gets a date, a number or an ending besides. */
const BYTES_MAX = 120;

/** Returns a name of a file or folder that all systems take, or an empty text. */
export function legalName(text: string): string {
  const kept = withoutInvisible(text)
    .normalize('NFC')
    .replace(ILLEGAL, ' ')
    .replace(/^[\s.]+/, '');
  let bytes = 0;
  const cut = [...kept].filter((point) => {
    bytes += Buffer.byteLength(point);
    return bytes <= BYTES_MAX;
  });
  return cut
    .join('')
    .replace(/[\s.\u200D]+$/u, '')
    .replace(DEVICE, '_$1');
}

/** What systems that ignore case, or write accents apart, take for the same name. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase();

/** `taken` has folded names. */
export function freeName(stem: string, ending: string, taken: { has(folded: string): boolean }): string {
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : ` ${number}`}${ending}`;
    if (!taken.has(foldName(name))) return name;
  }
}

const ENDINGS: Record<string, string> = {
  'image/jpeg': '.jpg',
  'image/svg+xml': '.svg',
  'audio/mpeg': '.mp3',
  'audio/mp4': '.m4a',
  'video/quicktime': '.mov',
  'text/plain': '.txt',
  'text/vcard': '.vcf',
  'text/x-vcard': '.vcf',
  'application/octet-stream': '.bin',
};

/** Keeps the ending of its name, or makes one of its type. */
export function splitName(name: string | null, type: string): { stem: string; ending: string } {
  const [, stem = '', ending = ''] = /^(.*?)(\.\w{1,8})?$/s.exec(name ?? '') ?? [];
  const [, subtype = 'bin'] = type.split('/');
  const made = ENDINGS[type] ?? `.${subtype.replace(/\W/g, '').slice(0, 8) || 'bin'}`;
  const kind = type.startsWith('image/') ? 'photo' : 'file';
  return { stem: legalName(stem) || kind, ending: (ending || made).toLowerCase() };
}
