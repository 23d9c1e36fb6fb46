import type { App } from '../../app/app';
import { bad, type Finding, good, notice } from '../../contract/health';
import { placeOf } from '../../media/files';
import { isMediaFailing, mediaState } from '../../media/place/state';
import { formatBytes } from './words';

const NAME = 'Photos in S3';

export function checkMediaPlace(app: App): Finding[] {
  const { read, write, left, isMovedBack, cacheBytes } = mediaState(app);
  const { target, cacheBytes: most } = app.config.media;
  if (left)
    return [
      bad(
        NAME,
        `The server kept files in ${left.url}, and not all of them are in the folder: set MEDIA_URL again, and run tagline media move folder.`,
        { value: `${left.files} missing here` },
      ),
    ];
  if (!target) return [];
  const value = target.url;
  for (const [{ error, since }, what] of [
    [write, 'No photo or file can be saved, and photos of texts wait.'],
    [read, 'Photos of which there is no copy here cannot be shown.'],
  ] as const)
    if (error) return [bad(NAME, `${what} ${error}`, { value, at: new Date(since).toISOString() })];
  if (isMovedBack)
    return [
      notice(
        NAME,
        `New ones come to the folder, because all were moved back: remove MEDIA_URL and restart the server, or run tagline media move ${value}.`,
        { value },
      ),
    ];
  return [good(NAME, `${formatBytes(cacheBytes)} of ${formatBytes(most)} are copies here.`, { value })];
}

/** For `tagline doctor`: writes, reads and removes something there. */
export async function examineMediaPlace(app: App): Promise<void> {
  const place = await placeOf(app);
  if (!place) return;
  await place.look('write');
  if (!isMediaFailing(app)) await place.look('read');
  await place.cache.trim();
  mediaState(app).cacheBytes = place.cache.bytes();
}
