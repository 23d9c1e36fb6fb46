import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { previewLifeMs } from '../../contract/limits';
import type { Preview } from '../../contract/previews';
import { fetchPreview, type PreviewContent } from './fetch-preview';
import { chargeRateLimit, coalesce, fetchInBackground, padFailureTime, withTimeout } from './fetching';
import { pictureUrl } from './pictures';

/** Columns of a preview without the bytes of its picture, which the browser asks for separately. */
type PreviewRow = Omit<PreviewContent, 'picture'> & { url: string; expiresAt: number };
type NewPreview = PreviewContent & { url: string; expiresAt: number };

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

export const titleOfLink = (app: App, address: string): string | null =>
  find(app, withoutFragment(address))?.title ?? null;

/** Each transaction examines only about 500 expired previews, because there may be very many. */
export async function deleteUnlinkedPreviews(app: App): Promise<void> {
  const { findNextExpired, deleteUnlinked } = statements(app.db);
  for (let after = 0; ; ) {
    const upTo = findNextExpired.get({ after, upTo: app.now() })?.upTo;
    if (!upTo) return;
    transaction(app.db, () => void deleteUnlinked.run({ after, upTo }));
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
    return transaction(app.db, () => {
      const { isLinked, postpone, upsertPreview } = statements(app.db);
      const stored = find(app, url);
      if (stored?.state === 'shown' && content.state !== 'shown') {
        postpone.run({ url, expiresAt });
        return stored;
      }
      const preview = { url, ...content, expiresAt };
      if (!linkedOnly || isLinked.get({ url })) upsertPreview.run(preview);
      return preview;
    });
  });
}

const isStillFresh = (app: App, { state, expiresAt }: PreviewRow): boolean =>
  isAhead(app, expiresAt, previewLifeMs({ error: state === 'error' }));

const find = (app: App, url: string): PreviewRow | null => statements(app.db).findPreview.get({ url });

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

type ExpirySpan = { after: number; upTo: number };

const statements = prepared(({ $client }) => ({
  findPreview: $client.prepare<PreviewRow, { url: string }>(`
    select url, state, final_url as finalUrl, title, description, site_name as siteName, expires_at as expiresAt,
           picture_id as pictureId, picture_type as pictureType, picture_width as pictureWidth,
           picture_height as pictureHeight
      from previews where url = $url`),
  isLinked: $client.prepare<unknown, { url: string }>('select 1 from links where url = $url limit 1'),
  postpone: $client.prepare<unknown, { url: string; expiresAt: number }>(
    'update previews set expires_at = $expiresAt where url = $url',
  ),
  upsertPreview: $client.prepare<unknown, NewPreview>(`
    insert into previews (url, state, final_url, title, description, site_name, expires_at,
                          picture_id, picture, picture_type, picture_width, picture_height)
    values ($url, $state, $finalUrl, $title, $description, $siteName, $expiresAt,
            $pictureId, $picture, $pictureType, $pictureWidth, $pictureHeight)
    on conflict (url) do update set state = excluded.state, final_url = excluded.final_url,
      title = excluded.title, description = excluded.description, site_name = excluded.site_name,
      expires_at = excluded.expires_at, picture_id = excluded.picture_id, picture = excluded.picture,
      picture_type = excluded.picture_type, picture_width = excluded.picture_width,
      picture_height = excluded.picture_height`),
  findNextExpired: $client.prepare<{ upTo: number | null }, ExpirySpan>(`
    select max(at) as upTo from (select expires_at as at from previews
      where expires_at > $after and expires_at <= $upTo order by expires_at limit 500)`),
  deleteUnlinked: $client.prepare<unknown, ExpirySpan>(`
    delete from previews where expires_at > $after and expires_at <= $upTo
       and not exists (select 1 from links where links.url = previews.url)`),
}));
