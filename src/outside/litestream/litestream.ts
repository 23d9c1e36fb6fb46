import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ReplicaConfig, Target } from '../../app/config/replica';
import { ConfigError } from '../../app/errors';
import { type Child, errorOf, findProgram, runToEnd, startChild } from './process';

/** Older ones have an SQLite with the bug of `SQLITE_MIN` in db/open.ts. */
const LITESTREAM_MIN = '0.5.17';
const ASKS_WITHIN_MS = 20_000;

export type Litestream = { path: string; version: string; settings: ReplicaConfig };

/** Throws a ConfigError with a sentence if there is none that may be used. */
export async function findLitestream(settings: ReplicaConfig): Promise<Litestream> {
  const path = findProgram(settings.program);
  if (!path)
    throw new ConfigError(
      `There is no program ${settings.program}. Install Litestream ${LITESTREAM_MIN} or newer, or set LITESTREAM to its path.`,
    );
  const said = await runToEnd([path, 'version'], settings.environment, ASKS_WITHIN_MS).catch(({ message }) =>
    String(message),
  );
  const version = /\d+\.\d+\.\d+/.exec(said)?.[0];
  if (!version) throw new ConfigError(`${path} is not Litestream: it says "${said.trim().slice(0, 80)}".`);
  if (Bun.semver.order(version, LITESTREAM_MIN) < 0 && !settings.acceptsOld)
    throw new ConfigError(
      `${path} is Litestream ${version}, whose SQLite can damage the database. Install ${LITESTREAM_MIN} or newer.`,
    );
  return { path, version, settings };
}

/** Configurations of 0.3 and 0.5 differ, and 0.5 can be asked by a socket. */
export const isModern = ({ version }: Litestream) => Bun.semver.order(version, '0.5.0') >= 0;

type Place = { database: string; folder: string; target: Target; port?: number };

export const socketOf = (folder: string) => join(folder, 'socket');

/** Where Litestream keeps what it has read of our log. */
export const logFolder = (folder: string): string => join(folder, 'log');

/** JSON is YAML. Keys are not in it: Litestream reads them from its environment. */
export function writeSettings(litestream: Litestream, { database, folder, target, port }: Place): string {
  const { syncMs, days, s3 } = litestream.settings;
  const sync = `${syncMs}ms`;
  const place =
    target.bucket === null
      ? { type: 'file', path: `${target.path}/db` }
      : {
          type: 's3',
          bucket: target.bucket,
          path: [target.path, 'db'].filter(Boolean).join('/'),
          region: s3.region,
          ...(s3.endpoint && { endpoint: s3.endpoint, 'force-path-style': true }),
        };
  const shared = {
    path: database,
    'meta-path': logFolder(folder),
    'monitor-interval': sync, // Litestream looks no sooner than that, whatever sync-interval says
    'checkpoint-interval': '1m',
    'min-checkpoint-page-count': 1_000,
  };
  const retention = `${days * 24}h`;
  const settings = isModern(litestream)
    ? {
        logging: { level: 'info', type: 'json' },
        socket: { enabled: true, path: socketOf(folder), permissions: 0o600 },
        snapshot: { interval: '24h', retention },
        'shutdown-sync-timeout': '3s',
        dbs: [{ ...shared, replica: { ...place, 'sync-interval': sync } }],
      }
    : {
        logging: { level: 'info', type: 'json' },
        ...(port && { addr: `127.0.0.1:${port}` }),
        dbs: [
          {
            ...shared,
            'max-checkpoint-page-count': 10_000,
            replicas: [
              {
                ...place,
                'sync-interval': sync,
                'snapshot-interval': '24h',
                retention,
                'retention-check-interval': '1h',
              },
            ],
          },
        ],
      };
  const file = join(folder, 'litestream.yml');
  writeFileSync(file, JSON.stringify(settings, null, 2), { mode: 0o600 });
  return file;
}

const withSettings = (command: string, file: string) => [command, '-config', file, '-no-expand-env'];

/** It ends when this process does, however that ends: otherwise two would copy the same log. */
export function startCopying(
  { path, settings }: Litestream,
  file: string,
  onLine: (line: string) => void,
): Child {
  const whileServed = `/bin/sh -c 'while kill -0 ${process.pid} 2>/dev/null && kill -0 $PPID; do sleep 1; done'`;
  const command = [path, ...withSettings('replicate', file), '-exec', whileServed];
  return startChild(command, settings.environment, onLine);
}

const FETCHES = 3;
const FETCH_AGAIN_MS = 2_000;

/** `at` is null for the newest copy. */
export async function fetchCopy(
  litestream: Litestream,
  { target, folder, to, at }: { target: Target; folder: string; to: string; at: string | null },
): Promise<void> {
  const database = resolve(folder, 'copied.db');
  const file = writeSettings(litestream, { database, folder: resolve(folder), target });
  const moment = at ? ['-timestamp', at] : [];
  const command = [litestream.path, ...withSettings('restore', file), '-o', resolve(to), ...moment, database];
  for (let tries = 1; ; tries++)
    try {
      await runToEnd(command, litestream.settings.environment);
      return;
    } catch (error) {
      // a last file was written or removed meanwhile, by a Litestream that is ending
      if (tries === FETCHES || !/context canceled/.test(String(error))) throw error;
      await Bun.sleep(FETCH_AGAIN_MS);
    } finally {
      for (const rest of ['-shm', '-wal', '']) rmSync(`${to}.tmp${rest}`, { force: true }); // Litestream leaves them
    }
}

/** Returns the moment of the oldest whole copy, from which on every moment can be restored. */
export async function findOldestCopy(
  litestream: Litestream,
  file: string,
  database: string,
): Promise<string | null> {
  const command = isModern(litestream) ? ['ltx', '-level', '9'] : ['snapshots'];
  const [name = '', ...options] = command;
  const out = await runToEnd(
    [litestream.path, ...withSettings(name, file), ...options, database],
    litestream.settings.environment,
    ASKS_WITHIN_MS,
  );
  // 0.3 ends with 0 all the same, and prints its errors between the rows
  const isLogged = (line: string) => line.startsWith('{');
  const lines = out.split('\n');
  const failed = lines.find((line) => isLogged(line) && line.includes('"level":"ERROR"'));
  if (failed) throw new Error(errorOf(failed));
  const rows = lines.filter((line) => !isLogged(line)).join('\n');
  return rows.match(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g)?.sort()[0] ?? null;
}
