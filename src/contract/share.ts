export const SHARE_PATH = '/share';

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

function composeText({ title = '', text = '', url = '' }: SharedText): string {
  // forms write line breaks as \r\n
  const fields = [title, text, url].map((field) => field.replaceAll('\r\n', '\n').trim()).filter(Boolean);
  const isWithin = (field: string, place: number) =>
    fields.some((other, at) => at !== place && other.includes(field) && (other !== field || at < place));
  return fields.filter((field, place) => !isWithin(field, place)).join('\n');
}
