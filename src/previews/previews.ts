import { eq, getTableColumns } from 'drizzle-orm';
import { bound, prepared, relaxedTransaction, replacing } from '../../db/open';
import { previews, type User } from '../../db/schema';
import type { App } from '../app';
import { type EmbedKind, embedOf } from '../contract/embeds';
import { previewLifeMs } from '../contract/limits';
import type { Preview } from '../contract/previews';
import type { GetContent } from '../outside/web';
import { FetchFailed, freeBytes } from '../outside/web-content';
import {
  chargeRateLimit,
  coalesce,
  isQueueFull,
  padFailureTime,
  runInBackground,
  withTimeout,
} from './fetching';
import { type PageSummary, parseOembed, parsePage, TITLE_MAX, toSingleLine } from './page';
import { NO_PICTURE, pictureUrl, reencodePicture } from './pictures';

type Row = typeof previews.$inferSelect;
/** The picture itself stays where it is until the browser asks for it. */
type Known = Omit<Row, 'picture'>;
type Outcome = Omit<Row, 'url' | 'expiresAt'>;
type Seen = { finalUrl: string; description: PageSummary | null; picture?: Buffer<ArrayBuffer> };

/** Services that say of a post what its page shows only to the signed-in (oEmbed 1.0). */
const OEMBED: Partial<Record<EmbedKind, string>> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  tiktok: 'https://www.tiktok.com/oembed?url=',
  x: 'https://publish.twitter.com/oembed?omit_script=1&dnt=1&url=',
};

/**
 * What is known of an address, fetched if need be; what is old is shown once more while it is fetched anew. What
 * cannot be had is an `error`, whyever. Throws a 429 when this person makes us fetch too much.
 */
export async function getPreview(app: App, user: User, address: string): Promise<Preview> {
  const url = URL.canParse(address) ? keyOf(address) : address;
  const known = find(app, url);
  const fresh = known && known.expiresAt > app.now();
  if (known?.state === 'shown' || fresh) {
    if (!fresh && !isQueueFull(app)) runInBackground(app, () => look(app, url, true));
    return toPreview(known);
  }
  chargeRateLimit(app, user);
  // a page without a picture may have named one that we did not ask for
  const row = await withTimeout(app, () =>
    padFailureTime(
      () => look(app, url, true),
      ({ pictureId }) => !pictureId,
    ),
  );
  return toPreview(row);
}

/** Fetches an address for a message that has just been stored, unless it is known. */
export function prefetchPreview(app: App, address: string): void {
  const url = keyOf(address);
  const known = find(app, url);
  if (!known || known.expiresAt <= app.now()) runInBackground(app, () => look(app, url, false));
}

/** One spelling, without the fragment, which no server sees. */
function keyOf(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

const find = (app: App, url: string): Known | undefined => byUrl(app.db).get({ url });

const { picture: _, ...all } = getTableColumns(previews);
const byUrl = prepared((db) =>
  db
    .select(all)
    .from(previews)
    .where(eq(previews.url, bound('url')))
    .prepare(),
);
const keep = replacing(previews, previews.url);
const postpone = prepared((db) =>
  db.$client.prepare<unknown, { url: string; expiresAt: number }>(
    'update previews set expires_at = $expiresAt where url = $url',
  ),
);
const isLinked = prepared((db) =>
  db.$client.prepare<unknown, { url: string }>('select 1 from links where url = $url limit 1'),
);

/** Goes and looks, and remembers what was found. `asked`: somebody waits for it, so it need not be in a message. */
function look(app: App, url: string, asked: boolean): Promise<Known> {
  return coalesce(app, `preview ${url}`, async () => {
    const outcome = await visit(app, url);
    const expiresAt = app.now() + previewLifeMs({ error: outcome.state === 'error' });
    return relaxedTransaction(app.db, () => {
      const known = find(app, url);
      if (known?.state === 'shown' && outcome.state !== 'shown') {
        postpone(app.db).run({ url, expiresAt });
        return known;
      }
      const row = { url, ...outcome, expiresAt };
      // its message may have been deleted meanwhile
      if (asked || isLinked(app.db).get({ url })) keep(app.db).run(row);
      return row;
    });
  });
}

async function visit(app: App, url: string): Promise<Outcome> {
  try {
    const { finalUrl, description, picture } = await app.web.visit((get) => see(get, url));
    if (!description) return { ...NOTHING, state: 'skip', finalUrl };
    const { title, siteName } = description;
    const drawing = await reencodePicture(picture, { at: find(app, url)?.pictureId });
    return {
      state: 'shown',
      finalUrl,
      title,
      description: description.description,
      siteName,
      ...drawing,
    };
  } catch (error) {
    const expected = error instanceof FetchFailed;
    if (!expected) app.log.error({ err: error }, 'a page could not be read');
    return { ...NOTHING, state: expected && error.kind === 'unsuitable' ? 'skip' : 'error', finalUrl: url };
  }
}

/** Everything a card needs, in one visit. A missing picture spoils nothing. */
async function see(get: GetContent, url: string): Promise<Seen> {
  const oembed = OEMBED[embedOf(url)?.kind ?? 'instagram'];
  const seen = oembed ? await seePost(get, oembed, url) : await seePage(get, url);
  const image = seen.description?.image;
  if (!image || seen.picture) return seen;
  const picture = await get(image, 'image').catch(() => null);
  return { ...seen, picture: picture?.bytes };
}

async function seePage(get: GetContent, url: string): Promise<Seen> {
  const found = await get(url, 'page', 'photo');
  const finalUrl = found.url;
  if (!found.type.startsWith('image/')) {
    const description = parsePage(found);
    freeBytes(found.bytes);
    return { finalUrl, description };
  }
  const { pathname, hostname: siteName } = new URL(finalUrl);
  const title = readable(pathname.split('/').at(-1) || 'Picture');
  return {
    finalUrl,
    description: { title: toSingleLine(title, TITLE_MAX), description: null, siteName, image: null },
    picture: found.bytes,
  };
}

function readable(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

async function seePost(get: GetContent, service: string, url: string): Promise<Seen> {
  const { bytes } = await get(service + encodeURIComponent(url), 'json');
  return { finalUrl: url, description: parseOembed(bytes, url) };
}

type Span = { after: number; upTo: number };

/** A few hundred at a time: most are in a message, however old, and there may be a great many. */
const nextOld = prepared((db) =>
  db.$client.prepare<{ upTo: number | null }, Span>(`
    select max(at) as upTo from (select expires_at as at from previews
      where expires_at > $after and expires_at <= $upTo order by expires_at limit 500)`),
);
const dropUnlinked = prepared((db) =>
  db.$client.prepare<unknown, Span>(`
    delete from previews where expires_at > $after and expires_at <= $upTo
       and not exists (select 1 from links where links.url = previews.url)`),
);

/** What was looked at without being in a message is forgotten when it is old. */
export async function deleteUnlinkedPreviews(app: App): Promise<void> {
  for (let after = 0; ; ) {
    const upTo = nextOld(app.db).get({ after, upTo: app.now() })?.upTo;
    if (!upTo) return;
    relaxedTransaction(app.db, () => void dropUnlinked(app.db).run({ after, upTo }));
    after = upTo;
    await Bun.sleep(1);
  }
}

const NOTHING = { title: null, description: null, siteName: null, ...NO_PICTURE };

const toPreview = (row: Known): Preview => ({
  url: row.finalUrl,
  title: row.title,
  description: row.description,
  image: pictureUrl(row),
  image_width: row.pictureWidth,
  image_height: row.pictureHeight,
  site_name: row.siteName,
  skip: row.state === 'skip',
  error: row.state === 'error',
});
