import { type App, perApp } from '../../app/app';
import { VisibleError } from '../../app/errors';

/** With MEDIA_URL, a file is fetched from S3 or sent there: what came of it last, for those who look at the health. */

export type Way = 'read' | 'write';

const SENTENCES = {
  read: 'This file cannot be fetched at the moment. Please try again later.',
  write: 'Photos and files cannot be saved at the moment. Please try again later.',
};

export const mediaAway = (way: Way): VisibleError =>
  new VisibleError('media_unreachable', SENTENCES[way], { retryAfter: 10 });

export const isMediaAway = (error: unknown): boolean =>
  error instanceof VisibleError && error.problem === 'media_unreachable';

/** For work that can wait. */
export const ignoreAway = (error: unknown): undefined => {
  if (!isMediaAway(error)) throw error;
};

const newWay = () => ({
  /** The last error since the last success, as a sentence. */
  error: null as string | null,
  since: 0,
  failures: 0,
  /** Until then S3 is not asked again, so that requests do not queue for it. By `performance.now()`. */
  pausedUntil: 0,
  succeededAt: -Infinity,
});

export const mediaState = perApp(() => ({
  read: newWay(),
  write: newWay(),
  cacheBytes: 0,
  isMovedBack: false,
  /** Without MEDIA_URL: where the server kept files before, and how many of them are not in the folder. */
  left: null as { url: string; files: number } | null,
}));

export const isMediaFailing = (app: App): boolean => {
  const { read, write } = mediaState(app);
  return read.error !== null || write.error !== null;
};
