import type { Fetched } from '../../app/web';
import { parseMarkup } from '../../outside/markup';
import { FetchFailed } from '../../outside/web-content';
import { toSingleLine } from './single-line';
import { isWall } from './walls';

/** Whether it may be fetched is checked later. */
export type PageSummary = {
  title: string;
  description: string | null;
  siteName: string | null;
  image: string | null;
};

export const TITLE_MAX = 200;
const DESCRIPTION_MAX = 400;
const NAME_MAX = 80;
/** Real heads have fewer, and thousands of unclosed tags would take time and memory. */
const TAGS_MAX = 2000;
const TEXT_MAX = 4096;

// names of meta elements, the preferred one first
const TITLES = ['og:title', 'twitter:title', '<title>', 'title'];
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];
const IMAGES = ['og:image:secure_url', 'og:image:url', 'og:image', 'twitter:image', 'twitter:image:src'];
const SITE_NAMES = ['og:site_name', 'application-name', 'al:ios:app_name'];
const WANTED = new Set([...TITLES, ...DESCRIPTIONS, ...IMAGES, ...SITE_NAMES]);

export function parsePage({ url, charset, bytes }: Fetched): PageSummary | null {
  const metas = readMetas(decode(bytes, charset));
  const first = (names: string[], max: number) =>
    names.map((name) => toSingleLine(metas.get(name) ?? '', max)).find(Boolean) ?? null;
  const title = first(TITLES, TITLE_MAX);
  if (!title || isWall(title, url)) return null;
  const description = first(DESCRIPTIONS, DESCRIPTION_MAX);
  return {
    title,
    description: description === title ? null : description,
    siteName: first(SITE_NAMES, NAME_MAX),
    image: toAbsolute(IMAGES.map((name) => metas.get(name)?.trim()).find(Boolean), url),
  };
}

/** Descriptions of posts on X have no title. */
export function parseOembed(json: Buffer, url: string): PageSummary | null {
  const oembed = readStrings(json);
  const site = toSingleLine(oembed.provider_name ?? '', NAME_MAX).replace(/^Twitter$/, 'X');
  const author = toSingleLine(oembed.author_name ?? '', NAME_MAX);
  const [words = ''] = (oembed.html ?? '').split('</p>');
  const post = toSingleLine(textOf(words), DESCRIPTION_MAX);
  const title = toSingleLine(oembed.title ?? '', TITLE_MAX) || (author && post && `${author} on ${site}`);
  if (!title) return null;
  return {
    title,
    description: (oembed.title ? author : post) || null,
    siteName: site || null,
    image: toAbsolute(oembed.thumbnail_url, url),
  };
}

function readStrings(json: Buffer): Record<string, string | undefined> {
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(json.toString()) ?? {}).filter(([, value]) => typeof value === 'string'),
    ) as Record<string, string>;
  } catch {
    throw new FetchFailed('unsuitable', 'not JSON');
  }
}

const toAbsolute = (address: string | undefined, base: string): string | null =>
  address && URL.canParse(address, base) ? new URL(address, base).href : null;

const textOf = (html: string): string =>
  parseMarkup(html)
    .map(({ text }) => text)
    .join(' ');

/** If a name occurs twice, the first value counts. */
function readMetas(html: string): Map<string, string> {
  const metas = new Map<string, string>();
  const add = (name: string, value = '') => {
    if (value && WANTED.has(name) && !metas.has(name)) metas.set(name, value.slice(0, TEXT_MAX));
  };
  let isTitle = false;
  for (const { tag, closing, attributes, text } of parseMarkup(firstTags(html))) {
    if (isTitle) add('<title>', text);
    isTitle = tag === 'title' && !closing;
    const { property, name = '', content } = attributes;
    if (tag === 'meta') add((property ?? name).trim().toLowerCase(), content);
  }
  return metas;
}

function firstTags(html: string): string {
  let at = -1;
  for (let tags = 0; tags <= TAGS_MAX; tags++) {
    at = html.indexOf('<', at + 1);
    if (at < 0) return html;
  }
  return html.slice(0, at);
}

function decode(bytes: Buffer, charset: string | undefined): string {
  const declared =
    charset ??
    /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared).decode(bytes);
  } catch {
    return bytes.toString(); // an unknown encoding
  }
}
