import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Db, onEffectError, truncateWal } from '../db/open';
import type { Config } from './config';
import { openDataDir } from './data-folder';
import { createLog, type Log } from './log';
import type { Gateway } from './outside/gateway';
import { type Embedder, huggingFace } from './outside/huggingface';
import { simulatorGateway } from './outside/simulator';
import { twilioGateway } from './outside/twilio';
import { createWeb, type Web } from './outside/web';
import { Hub } from './realtime/hub';

/** The parts of a running server or command, passed to every function that needs one of them. */
export type App = {
  readonly config: Config;
  readonly db: Db;
  readonly sms: Gateway;
  /** Null without a provider: search then finds by words alone. */
  readonly embedder: Embedder | null;
  /** The only way to reach addresses that users give (docs/product.md: Guarded fetching). */
  readonly web: Web;
  readonly log: Log;
  /** Returns milliseconds UTC. Tests have a clock of their own. */
  readonly now: () => number;
  /** Key for the hashes of codes and of rate limit keys, made at the first start and kept in DATA_DIR. */
  readonly secret: Buffer;
  /**
   * Address of this server without a trailing slash. With PORT 0 and no PUBLIC_URL it is known once the
   * server listens.
   */
  publicUrl: string;
  /** The open sockets. */
  readonly hub: Hub;
  /** Makes the outbox worker look at once for texts to send. Does nothing without a server. */
  wakeOutbox: () => void;
  /** Starts at once the chore that downloads photos. Does nothing without a server. */
  wakeMedia: () => void;
  /** True while the server stops, so that `/readyz` sends new requests elsewhere. */
  stopping: boolean;
  /** Functions to call before the database closes, such as one that ends a thread. */
  readonly onClose: (() => void)[];
  close(): void;
};

/**
 * Opens DATA_DIR and creates the parts of an app. With `serving`, DATA_DIR stays locked until `close`. Throws
 * a ConfigError if DATA_DIR cannot be used.
 */
export function createApp(
  config: Config,
  {
    now = Date.now,
    serving = false,
    web = createWeb({ allow: config.previewAllow }),
  }: { now?: () => number; serving?: boolean; web?: Web } = {},
): App {
  const { db, secret, lock } = openDataDir(resolve(config.dataDir), serving);
  const app: App = {
    config,
    db,
    web,
    log: createLog(config.logLevel),
    now,
    secret,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    hub: new Hub(),
    wakeOutbox: () => {},
    wakeMedia: () => {},
    stopping: false,
    sms: config.twilio
      ? twilioGateway(config.twilio, config.phoneNumber, () => `${app.publicUrl}/api/webhooks/twilio`)
      : simulatorGateway(db, now),
    embedder: huggingFace(config.huggingFace),
    onClose: [],
    close() {
      for (const end of app.onClose) end();
      db.run(sql`pragma optimize`);
      truncateWal(db);
      db.$client.close();
      lock?.release();
    },
  };
  onEffectError(db, (err) => app.log.error({ err }, 'an effect of a committed change failed'));
  return app;
}

/** Returns a function that creates a value once for each app, and returns the same value from then on. */
export function perApp<T>(create: (app: App) => T): (app: App) => T {
  const values = new WeakMap<App, T>();
  return (app) => {
    const existing = values.get(app);
    if (existing !== undefined) return existing;
    const value = create(app);
    values.set(app, value);
    return value;
  };
}
