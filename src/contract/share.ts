/**
 * Text, link and photos that another program shares to the installed app. The service worker receives them,
 * or the server if there is no service worker (docs/product.md: Sharing to the app).
 */

/** Path to which the browser posts a form with what is shared. The manifest of the app names it. */
export const SHARE_PATH = '/share';

/** Fields of the form. Programs write an address into `url` or `text`. */
export type SharedText = { title?: string; text?: string; url?: string };

/**
 * State of the photos that came with the shared text: `kept` by the service worker, or `missing` because
 * there was no service worker.
 */
export type SharedPhotos = 'kept' | 'missing';

/**
 * Returns the address of the screen on which a person saves the shared text and photos as a message. The text
 * is in the fragment, because a browser does not send the fragment to the server. So the text can be longer
 * than a server accepts in an address, and does not get into logs.
 */
export function addAddress(shared: SharedText, photos?: SharedPhotos): string {
  const text = composeText(shared);
  return `/add${photos ? `?photos=${photos}` : ''}${text ? `#text=${encode(text)}` : ''}`;
}

/**
 * Returns the text in the fragment of an address that `addAddress` has made. Returns an empty string for any
 * other fragment.
 */
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
    return ''; // somebody has changed the address
  }
}

/** Joins the fields, each on its own line. Leaves out a field that another field contains. */
function composeText({ title = '', text = '', url = '' }: SharedText): string {
  // forms write line breaks as \r\n
  const fields = [title, text, url].map((field) => field.replaceAll('\r\n', '\n').trim()).filter(Boolean);
  const isWithin = (field: string, place: number) =>
    fields.some((other, at) => at !== place && other.includes(field) && (other !== field || at < place));
  return fields.filter((field, place) => !isWithin(field, place)).join('\n');
}
