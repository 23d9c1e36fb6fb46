import type { previews } from '../../../db/schema';
import type { App } from '../../app/app';
import type { GetContent } from '../../app/web';
import { type EmbedKind, embedOf } from '../../contract/embeds';
import { decodeAddress } from '../../outside/lenient';
import { FetchFailed, freeBytes } from '../../outside/web-content';
import type { PageSummary } from './page';
import { NO_PICTURE, type PictureColumns, reencodePicture } from './pictures';
import { toSingleLine } from './single-line';

export type PreviewContent = PictureColumns &
  Pick<typeof previews.$inferSelect, 'state' | 'finalUrl' | 'title' | 'description' | 'siteName'>;

type Visited = { finalUrl: string; summary: PageSummary | null; picture?: Buffer<ArrayBuffer> };

/** Asked because the page of a post often needs a sign-in. */
const OEMBED: Partial<Record<EmbedKind, string>> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  tiktok: 'https://www.tiktok.com/oembed?url=',
  x: 'https://publish.twitter.com/oembed?omit_script=1&dnt=1&url=',
};

const NOTHING = { title: null, description: null, siteName: null, ...NO_PICTURE };

/**
 * Does not throw on failure: the state is `skip` if there is nothing to show, and `error` if the fetch
 * failed.
 */
export async function fetchPreview(
  app: App,
  userId: number,
  url: string,
  pictureId: () => string | null | undefined,
): Promise<PreviewContent> {
  try {
    const { finalUrl, summary, picture } = await app.web.visit(url, userId, (get) => visit(get, url));
    if (!summary) return { ...NOTHING, state: 'skip', finalUrl };
    const { title, description, siteName } = summary;
    const columns = await reencodePicture(app, picture, { id: pictureId(), person: userId });
    return { state: 'shown', finalUrl, title, description, siteName, ...columns };
  } catch (error) {
    const isExpected = error instanceof FetchFailed;
    if (!isExpected) app.log.error({ err: error }, 'a page could not be parsed');
    const state = isExpected && error.kind === 'unsuitable' ? 'skip' : 'error';
    return { ...NOTHING, state, finalUrl: url };
  }
}

async function visit(get: GetContent, url: string): Promise<Visited> {
  const oembed = OEMBED[embedOf(url)?.kind ?? 'instagram'];
  const visited = oembed ? await visitPost(get, oembed, url) : await visitPage(get, url);
  const image = visited.summary?.image;
  if (!image || visited.picture) return visited;
  const picture = await get(image, 'image').catch(() => null);
  return { ...visited, picture: picture?.bytes };
}

async function visitPage(get: GetContent, url: string): Promise<Visited> {
  const page = await get(url, 'page', 'photo');
  const { parsePage, TITLE_MAX } = await loadParser();
  const finalUrl = page.url;
  if (!page.type.startsWith('image/')) {
    const summary = parsePage(page);
    freeBytes(page.bytes);
    return { finalUrl, summary };
  }
  const { pathname, hostname: siteName } = new URL(finalUrl);
  const title = toSingleLine(decodeAddress(pathname.split('/').at(-1) || 'Picture'), TITLE_MAX);
  return { finalUrl, summary: { title, description: null, siteName, image: null }, picture: page.bytes };
}

async function visitPost(get: GetContent, service: string, url: string): Promise<Visited> {
  const { bytes } = await get(service + encodeURIComponent(url), 'json');
  const { parseOembed } = await loadParser();
  return { finalUrl: url, summary: parseOembed(bytes, url) };
}

// loaded late, because the package that reads HTML takes time and the start of the server does not need it
const loadParser = () => import('./page');
