import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NeedsWriter } from '../../../db/open';
import { type App, perApp } from '../../app/app';
import { MEDIA, MEDIA_BACK, MEDIA_CACHE } from '../../app/data-folder/data-folder';
import { diskErrorOf } from '../../app/disk-errors';
import { explainMediaError } from '../../outside/litestream/errors';
import { openBucket } from '../../outside/s3/client';
import { createCache } from './cache';
import { ignoreAway, mediaAway, mediaState, type Way } from './state';

/** Shorter than the time after which Bun ends a connection on which nothing is sent. */
const WAITS_MS = 8_000;
/** After so many failures in a row, S3 is left alone for a while. */
const FAILURES = 3;
const PAUSE_MS = 5_000;
const TRIAL = 'trial';

export type Store = NonNullable<ReturnType<typeof storeOf>>;

/** Null without MEDIA_URL. */
export const storeOf = perApp((app) => app.config.media.target && createStore(app));

function createStore(app: App) {
  const { config } = app;
  const dataDir = resolve(config.dataDir);
  const state = mediaState(app);
  const bucket = openBucket(config.media.target!, config.replica.s3);
  const cache = createCache(join(dataDir, MEDIA_CACHE), config.media.cacheBytes);
  const fetching = new Map<string, Promise<string | null>>();

  async function ask<T>(way: Way, act: () => Promise<T>, isTrial = false): Promise<T> {
    const now = state[way];
    if (!isTrial && performance.now() < now.pausedUntil) throw mediaAway(way);
    try {
      const result = await act();
      Object.assign(now, { error: null, failures: 0, pausedUntil: 0, succeededAt: performance.now() });
      return result;
    } catch (error) {
      if (diskErrorOf(error)) throw error;
      const sentence = explainMediaError(error);
      if (now.error === null) now.since = app.now();
      if (now.error !== sentence) app.log.error({ error: sentence, way }, 'S3 fails');
      now.error = sentence;
      if (++now.failures >= FAILURES) now.pausedUntil = performance.now() + PAUSE_MS;
      throw mediaAway(way);
    }
  }

  async function fetchFile(name: string): Promise<string | null> {
    const part = cache.partOf(name);
    try {
      const isThere = await ask('read', () => bucket.get(name, part));
      return isThere ? cache.keep(name, part) : null;
    } catch (error) {
      rmSync(part, { force: true });
      if (diskErrorOf(error)) void cache.trim(); // makes room, if the disk is full
      throw error;
    }
  }

  const store = {
    bucket,
    cache,

    /** True if new files are kept in S3, and not in the folder to which they are moved back. */
    takesNew: () => !existsSync(join(dataDir, MEDIA_BACK)),

    /** Returns the path of a copy, or null if there is no such file. */
    async find(name: string): Promise<string | null> {
      const known = cache.find(name);
      if (known) return known;
      if (app.reader) throw new NeedsWriter('one process asks S3');
      let running = fetching.get(name);
      if (!running) {
        running = fetchFile(name).finally(() => fetching.delete(name));
        fetching.set(name, running);
      }
      const late = Bun.sleep(WAITS_MS).then((): never => {
        throw mediaAway('read'); // it is fetched on, for those who ask again
      });
      return Promise.race([running, late]);
    },

    /** Writes a new file to the disk. It is not kept before `send` has resolved. */
    stage(bytes: Uint8Array): string {
      const file = randomBytes(16).toString('hex');
      try {
        writeFileSync(cache.partOf(file), bytes, { flush: true });
      } catch (error) {
        rmSync(cache.partOf(file), { force: true });
        void cache.trim();
        throw error;
      }
      return file;
    },

    async send(file: string): Promise<void> {
      const part = cache.partOf(file);
      try {
        await ask('write', () => bucket.put(file, Bun.file(part)));
        if (!store.takesNew()) keepInFolder(dataDir, file, part);
        cache.keep(file, part);
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      }
    },

    /** For what can be made again: does not wait until it is in S3. */
    sendSoon(name: string, bytes: Uint8Array): string {
      const part = cache.partOf(`${name}.made`); // perhaps it is being fetched as well
      writeFileSync(part, bytes, { flush: true });
      const path = cache.keep(name, part);
      ask('write', () => bucket.put(name, Bun.file(path))).catch(() => {});
      return path;
    },

    /** Returns false if S3 does not answer. */
    async remove(names: string[]): Promise<boolean> {
      for (const name of names) cache.remove(name);
      return ask('write', () => Promise.all(names.map(bucket.remove))).then(
        () => true,
        () => false,
      );
    },

    /** Ends an error as soon as S3 works again. */
    async look(way: Way): Promise<void> {
      const act = {
        read: () => bucket.head(TRIAL),
        async write() {
          await bucket.put(TRIAL, TRIAL);
          await bucket.remove(TRIAL);
        },
      };
      await ask<unknown>(way, act[way], true).catch(ignoreAway);
    },
  };
  return store;
}

/** The files began to be moved back while this one was sent. */
function keepInFolder(dataDir: string, file: string, from: string): void {
  const path = join(dataDir, MEDIA, file);
  mkdirSync(join(dataDir, MEDIA), { recursive: true });
  copyFileSync(from, `${path}.part`);
  renameSync(`${path}.part`, path);
}
