import { and, eq, getTableColumns, gt, lte, notExists } from 'drizzle-orm';
import { relaxedTransaction } from '../../../db/open';
import { links, previews, type User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { previewLifeMs } from '../../contract/limits';
import type { Preview } from '../../contract/previews';
import { fetchPreview } from './fetch-preview';
import { chargeRateLimit, coalesce, fetchInBackground, padFailureTime, withTimeout } from './fetching';
import { pictureUrl } from './pictures';

// The browser asks for the bytes of the picture separately.
const { picture: _, ...COLUMNS } = getTableColumns(previews);
type PreviewRow = Omit<typeof previews.$inferSelect, 'picture'>;

/** The answer never tells why a fetch failed. */
export async function getPreview(app: App, user: User, address: string): Promise<Preview> {
  const url = URL.canParse(address) ? withoutFragment(address) : address;
  const stored = find(app, url);
  const isFresh = stored && isStillFresh(app, stored);
  if (stored?.state === 'shown' || isFresh) {
    if (!isFresh) fetchInBackground(app, user.id, () => refresh(app, user.id, url, { linkedOnly: false }));
    return toPreview(stored);
  }
  chargeRateLimit(app, user.id);
  const preview = await withTimeout(app, user.id, () =>
    padFailureTime(
      () => refresh(app, user.id, url, { linkedOnly: false }),
      // a page without a picture counts as failed, because the page may have named a picture inside our own
      // network
      ({ pictureId }) => !pictureId,
    ),
  );
  return toPreview(preview);
}

export function prefetchPreview(app: App, sender: User, address: string): void {
  const url = withoutFragment(address);
  const stored = find(app, url);
  if (!stored || !isStillFresh(app, stored))
    fetchInBackground(app, sender.id, () => refresh(app, sender.id, url, { linkedOnly: true }));
}

/** Each transaction examines only about 500 expired previews, because there may be very many. */
export async function deleteUnlinkedPreviews(app: App): Promise<void> {
  const { expiresAt } = previews;
  for (let after = 0; ; ) {
    const isExpired = and(gt(expiresAt, after), lte(expiresAt, app.now()));
    const found = app.db
      .select({ expiresAt })
      .from(previews)
      .where(isExpired)
      .orderBy(expiresAt)
      .limit(500)
      .all();
    const upTo = found.at(-1)?.expiresAt;
    if (!upTo) return;
    const link = app.db.select().from(links).where(eq(links.url, previews.url));
    const isUnlinked = and(gt(expiresAt, after), lte(expiresAt, upTo), notExists(link));
    relaxedTransaction(app.db, () => void app.db.delete(previews).where(isUnlinked).run());
    after = upTo;
    await Bun.sleep(1);
  }
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** If the new preview has nothing to show, keeps a stored preview that has something to show. */
function refresh(
  app: App,
  userId: number,
  url: string,
  { linkedOnly }: { linkedOnly: boolean },
): Promise<PreviewRow> {
  return coalesce(app, `preview ${url}`, async () => {
    const content = await fetchPreview(app, userId, url, () => find(app, url)?.pictureId);
    const expiresAt = app.now() + previewLifeMs({ error: content.state === 'error' });
    return relaxedTransaction(app.db, () => {
      const stored = find(app, url);
      if (stored?.state === 'shown' && content.state !== 'shown') {
        app.db.update(previews).set({ expiresAt }).where(eq(previews.url, url)).run();
        return stored;
      }
      const preview = { url, ...content, expiresAt };
      if (!linkedOnly || app.db.select().from(links).where(eq(links.url, url)).get())
        app.db
          .insert(previews)
          .values(preview)
          .onConflictDoUpdate({ target: previews.url, set: preview })
          .run();
      return preview;
    });
  });
}

const isStillFresh = (app: App, { state, expiresAt }: PreviewRow): boolean =>
  isAhead(app, expiresAt, previewLifeMs({ error: state === 'error' }));

const find = (app: App, url: string): PreviewRow | undefined =>
  app.db.select(COLUMNS).from(previews).where(eq(previews.url, url)).get();

const toPreview = (row: PreviewRow): Preview => ({
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
