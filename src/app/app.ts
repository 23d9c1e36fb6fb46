import type { Db } from '../../db/open';
import type { Config } from './config/config';
import type { Embedder } from './embedder';
import type { Faults } from './faults';
import type { Gateway } from './gateway';
import type { Hub } from './hub';
import type { Log } from './log';
import type { Web } from './web';

/** The parts of a running server or command. Functions that need one of them get the whole app. */
export type App = {
  readonly config: Config;
  readonly db: Db;
  /** The SMS gateway that sends texts now. */
  readonly sms: Gateway;
  /**
   * Other lines that are configured. A line is a phone number at an SMS gateway (src/outbox/lines.ts). The server
   * uses only those that it texted over before.
   */
  readonly formerLines: readonly { name: string; phoneNumber: string; gateway: Gateway }[];
  /**
   * Models that make embeddings, the preferred one first: Hugging Face and the model of this server, each
   * only if it is configured. Without any model, search finds by words alone.
   */
  readonly embedders: Embedder[];
  /** Sends requests to URLs that users give. Nothing else may do so (docs/product.md: Guarded fetching). */
  readonly web: Web;
  readonly log: Log;
  /** Logs and counts the faults of the program. */
  readonly faults: Faults;
  /** Returns the current time in milliseconds UTC. Tests have their own clock. */
  readonly now: () => number;
  /**
   * Key for hashes and signatures, such as hashes of codes. It is created at the first start and kept in
   * DATA_DIR.
   */
  readonly secret: Buffer;
  /**
   * Address of this server, without a trailing slash. If PORT is 0 and PUBLIC_URL is not set, the address is
   * known only once the server listens.
   */
  publicUrl: string;
  /**
   * Address of the phone simulator, without a trailing slash. Null in a command, before the simulator
   * listens, and if texts go through a real gateway.
   */
  simulatorUrl: string | null;
  /** The open WebSockets of users. */
  readonly hub: Hub;
  /**
   * Makes the outbox worker look for texts to send, without waiting for its next turn. Does nothing in a
   * command, which has no worker.
   */
  wakeOutbox: () => void;
  /**
   * Starts the background job (chore) that downloads photos, without waiting for its next turn. Does nothing
   * in a command, which has no chores.
   */
  wakeMedia: () => void;
  /**
   * Starts the chore that answers questions by text, without waiting for its next turn. Does nothing in a
   * command, which has no chores.
   */
  wakeQuestions: () => void;
  /**
   * Starts the chore that imports files, without waiting for its next turn. Does nothing in a command, which
   * has no chores.
   */
  wakeImports: () => void;
  /** True once the app stops. `/readyz` then fails, so that a load balancer sends requests elsewhere. */
  stopping: boolean;
  /** Functions to call before the database closes, such as one that ends a thread. */
  readonly onClose: (() => void)[];
  close(): void;
};

/** Returns a function that returns a value for an app. `create` is called once for each app. */
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
