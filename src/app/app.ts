import { oncePer } from '../../db/once-per';
import type { Db } from '../../db/open';
import type { Config } from './config/config';
import type { Embedder } from './embedder';
import type { Faults } from './faults';
import type { Gateway } from './gateway';
import type { Hub } from './hub';
import type { Log } from './log';
import type { Mailer } from './mailer';
import type { Web } from './web';

export type App = {
  readonly config: Config;
  readonly db: Db;
  readonly sms: Gateway;
  /** A line is a phone number at an SMS gateway (src/outbox/lines.ts). */
  readonly formerLines: readonly { name: string; phoneNumber: string; gateway: Gateway }[];
  /** Null if no mail is sent. */
  readonly mailer: Mailer | null;
  readonly embedders: Embedder[];
  /** Nothing else may do so (docs/product/media.md: Guarded fetching). */
  readonly web: Web;
  readonly log: Log;
  readonly faults: Faults;
  readonly now: () => number;
  readonly secret: Buffer;
  /** Null in the process that writes. In a reader, it tells that process what was read. */
  readonly reader: { charge(charges: object): void } | null;
  /** If PORT is 0 and PUBLIC_URL is not set, the address is known only once the server listens. */
  publicUrl: string;
  simulatorUrl: string | null;
  readonly hub: Hub;
  wakeOutbox: () => void;
  wakeMails: () => void;
  wakeHooks: () => void;
  wakeMedia: () => void;
  wakeQuestions: () => void;
  wakeImports: () => void;
  /** `/readyz` then fails, so that a load balancer sends requests elsewhere. */
  stopping: boolean;
  readonly onClose: (() => void)[];
  close(): void;
};

/** Makes a value for each app. */
export const perApp = oncePer<App>();
