import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, perApp } from '../app/app';
import { INCOMING } from '../app/data-folder/data-folder';
import { VisibleError } from '../app/errors';

/**
 * Uploads that are being received. Their bodies are written to files, so that slow uploads take little
 * memory. Then the uploads are stored one after another, so that only one upload is in memory at a time.
 */

/** Milliseconds between two checks whether a paused upload may go on. */
const WAIT_MS = 20;

/** Returns the path for the body of a new upload. */
export const incomingPath = (app: App): string => join(folder(app), randomBytes(16).toString('hex'));

/**
 * Returns the path of the folder for uploads that are being received. Empties the folder at the first call,
 * because a crash can leave files in it.
 */
const folder = perApp((app) => {
  const path = join(resolve(app.config.dataDir), INCOMING);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
});

/** The uploads that are being received, by user id, with their bytes so far. The oldest upload is first. */
const arriving = perApp(() => new Map<number, Set<{ bytes: number }>>());

/**
 * Writes the body of an upload to a file as it arrives. Returns true at the end of the body, or false as
 * soon as the body has more than `max` bytes. Throws CLIENT_CLOSED_REQUEST if the connection is lost. While
 * all uploads of a user together have more than `max` bytes, only the oldest is received, and the others
 * wait.
 */
export async function writeIncoming(
  app: App,
  userId: number,
  request: Request,
  path: string,
  max: number,
): Promise<boolean> {
  const upload = { bytes: 0 };
  const uploads = arriving(app).get(userId) ?? new Set();
  arriving(app).set(userId, uploads.add(upload));
  const mustWait = () => {
    const [oldest] = uploads;
    return oldest !== upload && uploads.values().reduce((sum, { bytes }) => sum + bytes, 0) > max;
  };
  const file = Bun.file(path).writer();
  try {
    for await (const chunk of request.body ?? []) {
      upload.bytes += chunk.byteLength;
      if (upload.bytes > max) return false;
      await file.write(chunk); // rejects on a full disk
      await file.flush();
      while (mustWait()) await Bun.sleep(WAIT_MS);
    }
    return true;
  } catch (error) {
    if (request.signal.aborted) throw new VisibleError('CLIENT_CLOSED_REQUEST', 'The upload was cut off.');
    throw error;
  } finally {
    uploads.delete(upload);
    if (uploads.size === 0) arriving(app).delete(userId);
    await file.end();
  }
}

/**
 * Uploads that wait to be stored. `busy` is true while an upload is being stored. `last` is the id of the
 * user whose upload is being stored, or was stored last.
 */
const turns = perApp(() => ({
  waiting: [] as { userId: number; begin: () => void }[],
  busy: false,
  last: 0,
}));

/**
 * Runs a task when its turn comes, and returns its result. Tasks run one after another, because the files of
 * an upload are in memory while they are stored. If a task of another user waits, it runs next, so that a
 * user with many uploads does not keep others waiting.
 */
export async function inTurn<T>(app: App, userId: number, task: () => Promise<T>): Promise<T> {
  const state = turns(app);
  if (state.busy) await new Promise<void>((begin) => state.waiting.push({ userId, begin }));
  state.busy = true;
  state.last = userId;
  try {
    return await task();
  } finally {
    const other = state.waiting.findIndex((turn) => turn.userId !== state.last);
    const [next] = state.waiting.splice(Math.max(0, other), 1);
    if (next) next.begin();
    else state.busy = false;
  }
}
