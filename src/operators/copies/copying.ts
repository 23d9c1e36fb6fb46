import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  commitNothing,
  finishEmptyingLog,
  leaveLogToCopier,
  syncLog,
  whyEmptyLog,
} from '../../../db/write-ahead-log';
import type { App } from '../../app/app';
import type { Target } from '../../app/config/replica';
import { copied, reachCopy, untilAsked } from '../../app/copied';
import { COPIES, DATABASE } from '../../app/data-folder/data-folder';
import { readPositions, syncCopies, writeBeside } from '../../outside/litestream/client';
import { explainCopyError } from '../../outside/litestream/errors';
import {
  findLitestream,
  findOldestCopy,
  isModern,
  type Litestream,
  logFolder,
  socketOf,
  startCopying,
  writeSettings,
} from '../../outside/litestream/litestream';
import type { Child } from '../../outside/litestream/process';
import { encryptKeys, KEYS } from './keys';
import { createMarks } from './marks';
import { copyState } from './state';

const HOUR = 3_600_000;
/** Looks. */
const TRIES_AGAIN_AFTER = 10;
const [LOOK_MIN_MS, LOOK_MAX_MS] = [50, 1_000];
const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [1_000, 60_000];
const STARTS_WITHIN_MS = 5_000;
const STOPS_WITHIN_MS = 4_000;
/** Two syncs with the default REPLICA_SYNC, and some to spare. */
const REACHES_COPY_WITHIN_MS = 3_000;

type Run = { litestream: Litestream; database: string; folder: string; file: string; port: number };

/** Starts Litestream, and starts it again when it ends, until `stop` is called. That resolves with true if all is copied. */
export function startCopies(app: App, target: Target): { stop(): Promise<boolean> } {
  const folder = join(resolve(app.config.dataDir), COPIES);
  const database = join(resolve(app.config.dataDir), DATABASE);
  const state = copyState(app);
  const stopping = Promise.withResolvers<void>();
  const pause = (milliseconds: number) => Promise.race([Bun.sleep(milliseconds), stopping.promise]);
  let stopped = false;
  let isCopied = false;
  let child: Child | null = null;

  mkdirSync(folder, { recursive: true });
  endOrphan(folder);
  // the log was emptied at this start, so Litestream has to begin with a copy of the whole file anyway
  rmSync(logFolder(folder), { recursive: true, force: true });

  async function copyUntilEnd(): Promise<void> {
    const litestream = await findLitestream(app.config.replica);
    const port = freePort();
    const file = writeSettings(litestream, { database, folder, target, port });
    // both need a log that nobody else reads
    await syncLog(app.db).catch(() => {});
    finishEmptyingLog(app.db);
    if (stopped) return;
    leaveLogToCopier(app.db, true);
    try {
      child = startCopying(litestream, file, (line) => readLine(app, line));
      writeFileSync(pidFile(folder), `${child.pid}`);
      app.log.info({ version: litestream.version, to: target.url }, 'copying the database');
      state.problem = null;
      const code = await watch(child, { litestream, database, folder, file, port });
      isCopied = code === 0 && state.hasCopied && state.error === null;
      if (!stopped) throw new Error(state.error ?? `Litestream ended with code ${code}.`);
    } finally {
      leaveLogToCopier(app.db, false);
      child = null;
    }
  }

  async function watch(running: Child, run: Run): Promise<number> {
    const startedAt = performance.now();
    const look = isModern(run.litestream) ? lookByAsking(run) : lookByPositions(app, run);
    const lookMs = Math.min(3 * app.config.replica.syncMs, LOOK_MAX_MS);
    let oldestReadAt = -HOUR;
    const ended = running.exited.then((code) => ({ code }));
    for (;;) {
      const end = await Promise.race([ended, untilAsked(app, lookMs, LOOK_MIN_MS)]);
      if (end) return end.code;
      if (stopped) continue;
      const why = whyEmptyLog(app.db);
      if (why === 'failed' || (why && performance.now() - startedAt > 24 * HOUR)) running.kill('SIGTERM');
      try {
        const until = await look();
        if (until === null) continue;
        Object.assign(state, { copiedUntil: until, hasCopied: true, error: null });
        reachCopy(app, until);
        if (performance.now() - oldestReadAt > HOUR) {
          oldestReadAt = performance.now();
          writeKeys();
          state.oldest = await findOldestCopy(run.litestream, run.file, database);
        }
      } catch (error) {
        app.log.debug({ err: error }, 'Litestream does not say how far the copy goes');
        if (performance.now() - startedAt > STARTS_WITHIN_MS) state.error = explainCopyError(error);
      }
    }
  }

  function writeKeys() {
    const { passphrase, s3 } = app.config.replica;
    if (!passphrase) return;
    writeBeside(target, s3, KEYS, encryptKeys(app.config.dataDir, passphrase)).then(
      () => {
        state.keysError = null;
      },
      (error) => {
        state.keysError = explainCopyError(error);
      },
    );
  }

  const loop = (async () => {
    let wait = PAUSE_MIN_MS;
    while (!stopped) {
      const startedAt = performance.now();
      try {
        await copyUntilEnd();
      } catch (error) {
        state.problem = (error as Error).message;
        app.log.error({ error: state.problem }, 'the database is not copied');
      }
      if (performance.now() - startedAt > PAUSE_MAX_MS) wait = PAUSE_MIN_MS;
      await pause(wait);
      wait = Math.min(2 * wait, PAUSE_MAX_MS);
    }
  })();

  return {
    /** Litestream copies what is left before it ends, unless the signal comes in the midst of its checkpoint. */
    async stop() {
      const until = performance.now() + STOPS_WITHIN_MS;
      if (child && state.error === null)
        await Promise.race([copied(app).catch(() => {}), loop, Bun.sleep(REACHES_COPY_WITHIN_MS)]);
      stopped = true;
      stopping.resolve();
      child?.kill('SIGTERM');
      if (await Promise.race([loop.then(() => true), Bun.sleep(until - performance.now())])) return isCopied;
      app.log.error({ error: state.error }, 'the last changes could not be copied in time');
      child?.kill('SIGKILL');
      await loop;
      return false;
    },
  };
}

const lookByAsking =
  ({ folder, database }: Run) =>
  async (): Promise<number> => {
    const at = performance.now();
    await syncCopies(socketOf(folder), database);
    return at;
  };

function lookByPositions(app: App, { port, folder }: Run) {
  const add = createMarks();
  let looks = 0;
  return async (): Promise<number | null> => {
    const positions = await readPositions(port, logFolder(folder));
    // this change of nothing makes it try again after an error, or, with nothing to copy, say how far the copy goes
    const isSilent = looks === 5 && positions.copy.every((part) => part === 0);
    if (++looks % TRIES_AGAIN_AFTER === 0 ? copyState(app).error !== null : isSilent) commitNothing(app.db);
    return add(positions, performance.now());
  };
}

const ENTRY = /^\{.*\}$/;

function readLine(app: App, line: string): void {
  const entry = ENTRY.test(line)
    ? (JSON.parse(line) as { level?: string; msg?: string; error?: string })
    : null;
  if (entry ? entry.level !== 'ERROR' : !/error|cannot|failed/i.test(line)) return;
  const said = entry ? `${entry.msg}: ${entry.error}` : line;
  const error = explainCopyError(said);
  if (copyState(app).error !== error) app.log.warn({ said }, 'Litestream reports an error');
  copyState(app).error = error;
}

const pidFile = (folder: string) => join(folder, 'pid');

/** If the server before was killed, its Litestream lives for up to a second more. */
function endOrphan(folder: string): void {
  if (!existsSync(pidFile(folder))) return;
  const pid = Number(readFileSync(pidFile(folder), 'utf8'));
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(pid, 'SIGKILL');
  } catch {} // it has ended, or the system has no such files
  rmSync(pidFile(folder));
}

function freePort(): number {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  server.stop();
  return server.port;
}
