import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, perApp } from '../app/app';
import { INCOMING } from '../app/data-folder/data-folder';
import { VisibleError } from '../app/errors';

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

/** `last` is the id of the user whose upload is being stored, or was stored last. */
const turns = perApp(() => ({
  waiting: [] as { userId: number; begin: () => void }[],
  busy: false,
  last: 0,
}));

/** Tasks run one after another, because the files of an upload are in memory while they are stored. */
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
