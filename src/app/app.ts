import { resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { oncePer } from '../../db/once-per';
import { type Db, onEffectError, truncateWal } from '../../db/open';
import { createGateway } from '../outside/gateways';
import { huggingFace } from '../outside/huggingface';
import { createWeb, type Web } from '../outside/web';
import { englishModel } from '../search/embedding/english-model';
import { onIndexDamage } from '../search/index/mending';
import type { Config } from './config/config';
import type { Embedder } from './embedder';
import type { Faults } from './faults';
import type { Gateway } from './gateway';
import type { Hub } from './hub';
import type { Log } from './log';
import type { Web } from './web';

export type App = {
  readonly config: Config;
  readonly db: Db;
  readonly sms: Gateway;
  /** A line is a phone number at an SMS gateway (src/outbox/lines.ts). */
  readonly formerLines: readonly { name: string; phoneNumber: string; gateway: Gateway }[];
  readonly embedders: Embedder[];
  /** Nothing else may do so (docs/product.md: Guarded fetching). */
  readonly web: Web;
  readonly log: Log;
  readonly faults: Faults;
  readonly now: () => number;
  readonly secret: Buffer;
  /** If PORT is 0 and PUBLIC_URL is not set, the address is known only once the server listens. */
  publicUrl: string;
  simulatorUrl: string | null;
  readonly hub: Hub;
  wakeOutbox: () => void;
  wakeMedia: () => void;
  wakeQuestions: () => void;
  wakeImports: () => void;
  /** `/readyz` then fails, so that a load balancer sends requests elsewhere. */
  stopping: boolean;
  readonly onClose: (() => void)[];
  close(): void;
};

/**
 * Opens DATA_DIR and creates an app. With `serving`, DATA_DIR stays locked until `close` is called. Throws a
 * ConfigError if DATA_DIR cannot be used.
 */
export function createApp(
  config: Config,
  {
    now = Date.now,
    serving = false,
    web = createWeb({ allow: config.previewAllow }),
    embedders = embeddersOf(config),
  }: { now?: () => number; serving?: boolean; web?: Web; embedders?: Embedder[] } = {},
): App {
  const { db, secret, lock } = openDataDir(resolve(config.dataDir), serving);
  const log = createLog(config.logLevel);
  const connect = ({ line, phoneNumber }: Pick<Config, 'line' | 'phoneNumber'>) =>
    createGateway(line, {
      db,
      phoneNumber,
      country: config.defaultCountry,
      publicUrl: () => app.publicUrl,
      now,
    });
  const app: App = {
    config,
    db,
    web,
    log,
    faults: createFaults(log, now),
    now,
    secret,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    simulatorUrl: null,
    hub: new Hub(),
    wakeOutbox: () => {},
    wakeMedia: () => {},
    wakeQuestions: () => {},
    wakeImports: () => {},
    stopping: false,
    sms: connect(config),
    formerLines: config.formerLines.map((former) => ({ ...former, gateway: connect(former) })),
    embedders,
    onClose: [],
    close() {
      app.stopping = true;
      for (const end of app.onClose) end();
      for (const embedder of app.embedders) embedder.close();
      try {
        db.run(sql`pragma optimize`);
        truncateWal(db);
      } catch {
        // this failure does no harm, and the health checks report its cause: a full disk or a damaged table
      }
      db.$client.close();
      keepOwner(config.dataDir);
      lock?.release();
    },
  };
  onIndexDamage(db, (tables, err) =>
    err
      ? app.log.error({ err }, 'the search index is damaged and could not be replaced; search does not work')
      : app.log.warn({ tables }, 'the search index was damaged; it was emptied and is built again'),
  );
  onEffectError(db, (error) => app.faults.report(error, 'an effect of a committed change failed'));
  return app;
}

function embeddersOf({ embeddings, huggingFace: settings }: Config): Embedder[] {
  if (embeddings === 'off') return [];
  const remote = settings.enabled ? [huggingFace(settings)] : [];
  return embeddings === 'remote' ? remote : [...remote, englishModel()];
}

/** Makes a value for each app. */
export const perApp = oncePer<App>();
