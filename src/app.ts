import { resolve } from 'node:path';
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

/** What a domain function may touch. */
export type App = {
  readonly config: Config;
  readonly db: Db;
  readonly sms: Gateway;
  /** Null without a provider: search then knows words alone. */
  readonly embedder: Embedder | null;
  /** The way to addresses that people give, and the only one. */
  readonly web: Web;
  readonly log: Log;
  /** Milliseconds UTC; tests move it. */
  readonly now: () => number;
  /** For hashing codes; made at the first start and kept in DATA_DIR. */
  readonly secret: Buffer;
  /** Without a trailing slash. Known only when listening if PORT is 0 and PUBLIC_URL is not set. */
  publicUrl: string;
  /** The sockets that are open. */
  readonly hub: Hub;
  /** Set while serving: tells the outbox worker that there is something to send. */
  wakeOutbox: () => void;
  /** The same for photos that a text has brought and that wait at the gateway. */
  wakeMedia: () => void;
  /** True from the first signal to end: `/readyz` then sends new requests elsewhere. */
  stopping: boolean;
  /** What goes with the app, such as threads: done before the database closes. */
  readonly onClose: (() => void)[];
  close(): void;
};

/** Opens everything that the domain needs, for a server alone. Throws a ConfigError when DATA_DIR cannot be used. */
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
      db.$client.run('pragma optimize');
      truncateWal(db);
      db.$client.close();
      lock?.release();
    },
  };
  onEffectError(db, (err) => app.log.error({ err }, 'an effect of a committed change failed'));
  return app;
}

/** Returns a function that makes a value once for each app, when first asked, and returns it from then on. */
export function perApp<T>(create: (app: App) => T): (app: App) => T {
  const values = new WeakMap<App, T>();
  return (app) => {
    const known = values.get(app);
    if (known !== undefined) return known;
    const value = create(app);
    values.set(app, value);
    return value;
  };
}
