import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Db, open } from '../db/open';
import { type Config, ConfigError } from './config';
import { createLog, type Log } from './log';
import type { Gateway } from './outside/gateway';
import { simulatorGateway } from './outside/simulator';
import { twilioGateway } from './outside/twilio';

/** What a domain function may touch. */
export type App = {
  readonly config: Config;
  readonly db: Db;
  readonly sms: Gateway;
  readonly log: Log;
  /** Milliseconds UTC; tests move it. */
  readonly now: () => number;
  /** For hashing codes; made at the first start and kept in DATA_DIR. */
  readonly secret: Buffer;
  /** Without a trailing slash. Known only when listening if PORT is 0 and PUBLIC_URL is not set. */
  publicUrl: string;
  /** Set while serving: tells the outbox worker that there is something to send. */
  wakeOutbox: () => void;
  /** The same for photos that a text has brought and that wait at the gateway. */
  wakeMedia: () => void;
  close(): void;
};

/** Opens everything that serving needs. Throws a ConfigError when DATA_DIR cannot be used. */
export function createApp(config: Config, { now = Date.now }: { now?: () => number } = {}): App {
  const dataDir = resolve(config.dataDir);
  const db = openDatabase(dataDir);
  const app: App = {
    config,
    db,
    log: createLog(config.logLevel),
    now,
    secret: readSecret(dataDir),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    wakeOutbox: () => {},
    wakeMedia: () => {},
    sms: config.twilio
      ? twilioGateway(config.twilio, () => `${app.publicUrl}/api/webhooks/twilio/status`)
      : simulatorGateway(db, now),
    close() {
      db.$client.run('pragma optimize');
      db.$client.run('pragma wal_checkpoint(truncate)');
      db.$client.close();
    },
  };
  return app;
}

function openDatabase(dataDir: string): Db {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return open(join(dataDir, 'tagline.db'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (
      [
        'EACCES',
        'ENOENT',
        'EROFS',
        'EEXIST',
        'ENOTDIR',
        'EPERM',
        'SQLITE_CANTOPEN',
        'SQLITE_READONLY',
      ].includes(code ?? '')
    )
      throw new ConfigError(`DATA_DIR ${dataDir} cannot be written (${code}).`);
    throw new ConfigError(`The database in ${dataDir} cannot be opened: ${message}`);
  }
}

function readSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'secret');
  try {
    return readFileSync(file);
  } catch {
    // `wx`: of two first starts one makes it and the other reads it
    try {
      writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
    } catch {}
    return readFileSync(file);
  }
}
