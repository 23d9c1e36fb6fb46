import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { type Fetched, FetchFailed } from '../outside/web-content';

/** What a page says of itself. `image` is an absolute address, not yet judged. */
export type PageSummary = {
  title: string;
  description: string | null;
  siteName: string | null;
  image: string | null;
};

export const TITLE_MAX = 200;
const DESCRIPTION_MAX = 400;
const NAME_MAX = 80;
/** No head has more tags; so many that are never closed would take time and memory. */
const TAGS_MAX = 2000;
/** Of an attribute or a title more is not read: it may be as long as the page. */
const TEXT_MAX = 4096;

/** In order of trust: the first that a page has is taken. */
const TITLES = ['og:title', 'twitter:title', '<title>', 'title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'];
const NAMES = ['og:site_name', 'application-name', 'al:ios:app_name'];
const WANTED = new Set([...TITLES, ...DESCRIPTIONS, ...IMAGES, ...NAMES]);

/** Where one is sent who is not signed in, or has not agreed to something. */
const WALL_ADDRESS =
  /^https?:\/\/(consent|login|accounts?|signin|auth|sso)\.|\/(accounts\/login|log-?in|sign-?in|signup|checkpoint|consent|captcha)(\.\w{2,5})?(\/|\?|$)/i;
/** The first or last part of a title ("Login • Instagram") that tells of a wall, a robot check or a missing page. */
const WALL_TITLE = new RegExp(
  `^(${[
    'log[ -]?in( or sign ?up)?( to view)?|log ?in(to| to)? \\w+|sign[ -]?(in|up)( (to|with) .{1,40})?|linkedin: log in or sign up',
    'anmelden|einloggen|connexion|iniciar sesi[oó]n|accedi|(用户|用戶|会员|會員|请|請)?(登录|登陆|登錄|登入)|ログイン|로그인',
    'before you continue( to .{1,40})?|bevor sie .{1,60} weitergehen|we value your privacy|(your )?(privacy|cookie) (settings|preferences|consent|notice)|cookie consent',
    'just a moment|attention required|access (denied|to this page has been denied)|robot check|security (check|verification)|are you (a )?(human|robot)|human verification|verify(ing)? (you are|that you are|you.re) .{1,40}|checking your browser.{0,40}|one more step|please wait|captcha|enable javascript|javascript (is )?(required|disabled)',
    'making sure you.re not a bot|pardon our interruption|client challenge|(vercel )?security checkpoint|sina visitor system|(百度)?安全验证|人机验证|验证码',
    'redirecting( you)?|you are being redirected|unsupported browser|loading',
    '(error )?(4\\d\\d|50\\d)( (not found|forbidden|unauthorized|error|bad .{1,10}|gone|too many requests|.{1,10} unavailable|.{1,10} time-?out|internal server error))?|(page|content|post|video) (not found|unavailable|isn.t available)',
  ].join('|')})$`,
  'i',
);
/** Services that show strangers no more than their name; elsewhere a page may be about them. */
const CLOSED = /^(facebook|instagram|x|twitter|tiktok|linkedin|reddit|threads|pinterest)$/i;

/** Reads a page's head. Null when there is nothing to show: no title, or a wall instead of the page. */
export function parsePage({ url, charset, bytes }: Fetched): PageSummary | null {
  const said = read(inUtf8(bytes, charset));
  const first = (names: string[], max: number) =>
    names.map((name) => toSingleLine(said.get(name) ?? '', max)).find(Boolean) ?? null;
  const title = first(TITLES, TITLE_MAX);
  if (!title || isWall(title, url) || WALL_ADDRESS.test(url)) return null;
  const description = first(DESCRIPTIONS, DESCRIPTION_MAX);
  return {
    title,
    description: description === title ? null : description,
    siteName: first(NAMES, NAME_MAX),
    image: absolute(IMAGES.map((name) => said.get(name)?.trim()).find(Boolean), url),
  };
}

/** Reads what a service says of one of its posts (oEmbed 1.0). X gives no title, only the post itself as HTML. */
export function parseOembed(json: Buffer, url: string): PageSummary | null {
  const said = texts(json);
  const site = toSingleLine(said.provider_name ?? '', NAME_MAX).replace(/^Twitter$/, 'X');
  const author = toSingleLine(said.author_name ?? '', NAME_MAX);
  const [words = ''] = (said.html ?? '').split('</p>');
  const post = toSingleLine(decodeHTML(words.replace(/<[^<>]*>/g, ' ')), DESCRIPTION_MAX);
  const title = toSingleLine(said.title ?? '', TITLE_MAX) || (author && post && `${author} on ${site}`);
  if (!title) return null;
  return {
    title,
    description: (said.title ? author : post) || null,
    siteName: site || null,
    image: absolute(said.thumbnail_url, url),
  };
}

/** The texts of a JSON object; whatever else is in it does not count. */
function texts(json: Buffer): Record<string, string | undefined> {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(json.toString()) ?? {}).filter(([, value]) => typeof value === 'string'),
    ) as Record<string, string>;
  } catch {
    throw new FetchFailed('unsuitable', 'not JSON');
  }
}

function isWall(title: string, url: string): boolean {
  const parts = title.split(/\s+[•·|–—:»-]\s+/).map((part) => part.replace(/[\s.…!?]+$/, ''));
  const [first = ''] = parts;
  return (
    WALL_TITLE.test(first) ||
    (CLOSED.test(first) && new URL(url).hostname.split('.').includes(first.toLowerCase())) ||
    (parts.length > 1 && /^(log ?in|sign ?(in|up)|로그인)/i.test(parts.at(-1) ?? ''))
  );
}

/** One line that cannot break out of its place: no control characters, no marks that turn the writing around. */
export function toSingleLine(text: string, max: number): string {
  const line = text
    .slice(0, max * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .trim();
  const points = [...line];
  return points.length <= max
    ? line
    : `${points
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}

/** The address of a picture as it stands on a page, made whole; null if it cannot be. */
const absolute = (address: string | undefined, base: string): string | null =>
  address && URL.canParse(address, base) ? new URL(address, base).href : null;

/** The first value of each wanted meta element, and the first title. */
function read(html: Uint8Array): Map<string, string> {
  const said = new Map<string, string>();
  const note = (name: string, read: () => string) => {
    if (!WANTED.has(name) || said.has(name)) return;
    const value = read();
    if (value) said.set(name, value);
  };
  let title: string | null = null;
  new HTMLRewriter()
    .on('meta', {
      element(meta) {
        const name = meta.getAttribute('property') ?? meta.getAttribute('name') ?? '';
        const content = () => meta.getAttribute('content') ?? '';
        note(name.trim().toLowerCase(), () => decodeHTMLAttribute(content().slice(0, TEXT_MAX)));
      },
    })
    .on('title', {
      text(part) {
        title = ((title ?? '') + part.text).slice(0, TEXT_MAX);
        if (part.lastInTextNode) note('<title>', () => decodeHTML(title ?? ''));
      },
    })
    .onDocument({ text: (part) => void part.remove() }) // or it would all be copied
    .transform(beginning(html));
  return said;
}

function beginning(html: Uint8Array): Uint8Array {
  let at = -1;
  for (let tags = 0; tags <= TAGS_MAX; tags++) {
    at = html.indexOf(0x3c, at + 1);
    if (at < 0) return html;
  }
  return html.subarray(0, at);
}

/** The bytes in UTF-8: decoded as the server says, else as the page says, unless they are in it already. */
function inUtf8(bytes: Buffer, charset: string | undefined): Uint8Array {
  const declared =
    charset ??
    /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  if (!declared || /^utf-?8$/i.test(declared)) return bytes;
  try {
    return new TextEncoder().encode(new TextDecoder(declared).decode(bytes));
  } catch {
    return bytes; // an encoding that nobody knows
  }
}
