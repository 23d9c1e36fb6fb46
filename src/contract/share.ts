import { untagged } from './hashtags';
import { CONTENT_MAX, length } from './limits';

export const SHARE_PATH = '/share';
const TITLE_MAX = 300;

export type SharedText = { title?: string; text?: string; url?: string };

export type SharedPhotos = 'kept' | 'missing';

/** The text is in the fragment, because a browser does not send the fragment to the server. */
export function addAddress(shared: SharedText, photos?: SharedPhotos): string {
  const text = composeText(shared);
  return `/add${photos ? `?photos=${photos}` : ''}${text ? `#text=${encode(text)}` : ''}`;
}

export function textInFragment(fragment: string): string {
  const [, encoded = ''] = /^#?text=([\w-]+)$/.exec(fragment) ?? [];
  return decode(encoded);
}

/** A bookmark with this address opens the form with the page that is shown, and what is selected in it. */
export const bookmarklet = (origin: string): string =>
  `javascript:void open('${origin}/add#page='+btoa(Array.from(new TextEncoder().encode(JSON.stringify([document.title,location.href,String(getSelection()).slice(0,2e4)])),b=>String.fromCharCode(b)).join('')),'_blank','width=520,height=720')`;

/** Reads what the bookmarklet has put into the address. */
export function pageInFragment(fragment: string): PageText | null {
  const [, encoded] = /^#?page=([\w+/=-]+)$/.exec(fragment) ?? [];
  if (!encoded) return null;
  try {
    const [title, url, selection] = JSON.parse(decode(encoded));
    return pageText({ title: String(title), url: String(url), selection: String(selection) });
  } catch {
    return null;
  }
}

export type PageText = { text: string; isCut: boolean };

/** No word of a page names a board. */
export function pageText({ title = '', url = '', selection = '' }): PageText {
  const head = cut(title.replace(/\s+/g, ' '), TITLE_MAX);
  const whole = joinDistinct([untagged(head), url, untagged(selection)]);
  const text = cut(whole, CONTENT_MAX);
  return { text, isCut: text !== whole };
}

const cut = (text: string, max: number) =>
  length(text) > max ? `${[...text].slice(0, max - 1).join('')}…` : text;

// The text is in base64url. The router of the web app would decode percent signs, and cut the text at line
// breaks.
const encode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function decode(encoded: string): string {
  try {
    const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  } catch {
    return '';
  }
}

const composeText = ({ title = '', text = '', url = '' }: SharedText): string =>
  joinDistinct([untagged(title), text, url]);

function joinDistinct(parts: string[]): string {
  // forms write line breaks as \r\n
  const fields = parts.map((field) => field.replaceAll('\r\n', '\n').trim()).filter(Boolean);
  const isWithin = (field: string, place: number) =>
    fields.some((other, at) => at !== place && other.includes(field) && (other !== field || at < place));
  return fields.filter((field, place) => !isWithin(field, place)).join('\n');
}
