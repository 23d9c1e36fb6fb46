import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, perApp } from '../app/app';
import { INCOMING } from '../app/data-folder/data-folder';

/** Their bodies are written to files, so that slow uploads take little memory. */

const WAIT_MS = 20;

export const incomingPath = (app: App): string => join(folder(app), randomBytes(16).toString('hex'));

/** Empties the folder at the first call, because a crash can leave files in it. */
const folder = perApp((app) => {
  const path = join(resolve(app.config.dataDir), INCOMING);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
});

const arriving = perApp(() => new Map<number, Set<{ bytes: number }>>());

/**
 * Parallel uploads of a person wait for the oldest if they have more than `max` bytes together. An upload that has
 * more throws what `tooLarge` makes.
 */
export async function* incomingChunks(
  app: App,
  userId: number,
  request: Request,
  { max, tooLarge }: { max: number; tooLarge: () => Error },
): AsyncGenerator<Uint8Array> {
  const upload = { bytes: 0 };
  const uploads = arriving(app).get(userId) ?? new Set();
  arriving(app).set(userId, uploads.add(upload));
  const mustWait = () => {
    const [oldest] = uploads;
    return oldest !== upload && uploads.values().reduce((sum, { bytes }) => sum + bytes, 0) > max;
  };
  try {
    for await (const chunk of request.body ?? []) {
      upload.bytes += chunk.byteLength;
      if (upload.bytes > max) throw tooLarge();
      yield chunk;
      while (mustWait()) await Bun.sleep(WAIT_MS);
    }
  } finally {
    uploads.delete(upload);
    if (uploads.size === 0) arriving(app).delete(userId);
  }
}
