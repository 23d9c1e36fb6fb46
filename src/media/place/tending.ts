import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type App, perApp } from '../../app/app';
import { MEDIA_BACK, MEDIA_PLACE } from '../../app/data-folder/data-folder';
import { ASIDE_MS, filePath, knowsTime, listStored, ORPHAN_AFTER_MS } from '../files';
import { mediaState } from './state';
import { type Store, storeOf } from './store';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const AT_ONCE = 100;
const LEFT = 'left ';
/** An object that says since when a file belongs to no message. */
const ORPHAN = 'orphans/';
/** A file, or a width of a picture. */
const OWN_NAME = /^([0-9a-f]{32})(-\d+\.\w+)?$/;

const noteOf = ({ config }: App) => join(resolve(config.dataDir), MEDIA_PLACE);
const readNote = (app: App) => (existsSync(noteOf(app)) ? readFileSync(noteOf(app), 'utf8') : '');

const due = perApp(() => ({ cache: 0, bucket: 0, left: 0 }));

const isDue = (app: App, what: keyof ReturnType<typeof due>, every: number): boolean => {
  if (performance.now() < due(app)[what]) return false;
  due(app)[what] = performance.now() + every;
  return true;
};

/** Looks whether S3 works, keeps the cache in its bounds, and removes what belongs to no message. */
export async function tendStore(app: App): Promise<void> {
  const store = storeOf(app)!;
  const state = mediaState(app);
  state.isMovedBack = !store.takesNew();
  if (state.write.error) await store.look('write');
  if (state.read.error || performance.now() - state.read.succeededAt > MINUTE) await store.look('read');
  if (isDue(app, 'cache', HOUR)) await tendCache(app, store);
  state.cacheBytes = store.cache.bytes();
  if (!state.read.error && isDue(app, 'bucket', 24 * HOUR))
    await removeOrphans(app, store).catch((error) => {
      due(app).bucket = performance.now() + HOUR;
      app.log.warn({ err: error }, 'files in S3 without a message could not be looked for');
    });
  const { url } = app.config.media.target!;
  if (readNote(app) !== url) writeFileSync(noteOf(app), url);
}

async function tendCache(app: App, { cache }: Store): Promise<void> {
  const stored = listStored(app);
  for (const name of await cache.names()) if (!stored.has(name.slice(0, 32))) cache.remove(name);
  await cache.trim();
}

/** A file goes 30 days after it was first found without a row, as from the folder; a width at once. */
export async function removeOrphans(app: App, { bucket }: Pick<Store, 'bucket'>): Promise<void> {
  const stored = listStored(app);
  const found = { files: [] as string[], marks: new Map<string, number>() };
  const age = (at: number) => app.sms.now() - at;
  for await (const { name, at } of bucket.list()) {
    const [, file, width] = OWN_NAME.exec(name) ?? [];
    if (name.startsWith(ORPHAN)) found.marks.set(name.slice(ORPHAN.length), at);
    if (!file || stored.has(file) || age(at) < ORPHAN_AFTER_MS) continue;
    if (width) await bucket.remove(name);
    else found.files.push(file);
  }
  for (const file of found.files) {
    const since = found.marks.get(file);
    found.marks.delete(file);
    if (since === undefined) await bucket.put(ORPHAN + file, file);
    else if (knowsTime(app) && age(since) > ASIDE_MS) {
      app.log.warn({ file }, 'a file in S3 that belonged to no message is removed');
      await bucket.remove(file);
      await bucket.remove(ORPHAN + file);
    }
  }
  for (const [file] of found.marks) await bucket.remove(ORPHAN + file); // has a row again, or is gone
}

/** The server keeps its files in the folder, and has kept them in S3 before. Tells if some were left there. */
export async function tellOfLeft(app: App): Promise<void> {
  if (!isDue(app, 'left', HOUR)) return;
  const url = readNote(app).replace(LEFT, '');
  writeFileSync(noteOf(app), LEFT + url);
  rmSync(join(resolve(app.config.dataDir), MEDIA_BACK), { force: true });
  let files = 0;
  for (const [number, file] of [...listStored(app)].entries()) {
    if (!existsSync(filePath(app, file))) files++;
    if (number % AT_ONCE === 0) await new Promise(setImmediate); // lets requests run
  }
  mediaState(app).left = files > 0 ? { url, files } : null;
  if (files === 0) return rmSync(noteOf(app));
  app.log.error({ files, url }, 'files are not in the folder: they were kept in S3 before');
}
