import { type App, perApp } from '../../app/app';
import type { WordsAnswer, WordsTask } from './words-worker';

// A reading ends by itself after about two seconds of processor time, but on a busy machine the thread may
// take much longer.
const TIMEOUT_MS = 120_000;
// Milliseconds without a photo after which the thread is ended, which gives back its memory of about 100 MB.
const IDLE_MS = 15_000;
// Number of photos after which a new thread replaces the old one, because the memory of a thread grows a
// little with each photo.
const PHOTOS_MAX = 200;
const STOP_CHECK_MS = 200;

type Reader = { worker: Worker | null; photos: number; idle: Timer | undefined };

const readers = perApp((app): Reader => {
  const reader: Reader = { worker: null, photos: 0, idle: undefined };
  app.onClose.push(() => end(reader));
  return reader;
});

/** Call it for one photo at a time. */
export async function readWords(app: App, path: string): Promise<WordsAnswer | null> {
  const reader = readers(app);
  clearTimeout(reader.idle);
  const worker = startOrReuse(reader);
  const { promise, resolve } = Promise.withResolvers<WordsAnswer | null>();
  const timeout = setTimeout(() => resolve({ unreadable: 'It took too long.' }), TIMEOUT_MS);
  const stopCheck = setInterval(() => app.stopping && resolve(null), STOP_CHECK_MS);
  worker.onmessage = ({ data }: MessageEvent<WordsAnswer>) => resolve(data);
  worker.onerror = ({ message }) => resolve({ unreadable: message });
  worker.postMessage({ path } satisfies WordsTask);
  const answer = await promise;
  clearTimeout(timeout);
  clearInterval(stopCheck);
  reader.photos += 1;
  // after a failed reading, the memory of the thread may be in disorder
  if (!answer || !('words' in answer) || reader.photos >= PHOTOS_MAX) end(reader);
  else reader.idle = setTimeout(() => end(reader), IDLE_MS).unref();
  return answer;
}

export const isReading = (app: App): boolean => readers(app).worker !== null;

function startOrReuse(reader: Reader): Worker {
  if (reader.worker) return reader.worker;
  reader.photos = 0;
  reader.worker = new Worker(new URL('./words-worker.ts', import.meta.url), { ref: false });
  return reader.worker;
}

function end(reader: Reader): void {
  clearTimeout(reader.idle);
  reader.worker?.terminate();
  reader.worker = null;
}
