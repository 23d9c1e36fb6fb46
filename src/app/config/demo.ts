import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../errors';
import { type Env, flag, readSettings, type Settings, setting } from './settings';

const VISITORS_ERROR = 'must be a whole number from 1 to 5000';

export const DEMO_SETTINGS = {
  DEMO: setting(
    flag(false),
    'off',
    'lets everybody try this server: each visitor gets phones and boards of their own for an hour, and nothing leaves the server ([A demo](product/demo.md))',
  ),
  DEMO_VISITORS: setting(
    z.coerce
      .number(VISITORS_ERROR)
      .int(VISITORS_ERROR)
      .min(1, VISITORS_ERROR)
      .max(5000, VISITORS_ERROR)
      .default(500),
    '500',
    'most visitors of a demo at the same time',
  ),
};

const MB = 1024 * 1024;
/** Of each of the two people of a visitor. */
const QUOTAS = { messages: 300, bytes: 2 * MB };
const DATABASE_OF_VISITOR = 4 * MB;

/** A real setting beside DEMO is a mistake, so that later settings need no thought here. */
const BESIDE_DEMO = new Set([
  ...Object.keys(DEMO_SETTINGS),
  ...['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'PRODUCT_NAME', 'TRUST_PROXY', 'METRICS_TOKEN', 'LOG_LEVEL'],
  ...['DEFAULT_COUNTRY', 'DEFAULT_TIMEZONE'],
]);
const HARMLESS: Env = { SMS_GATEWAY: 'simulator', MMS_REPLIES: 'off', PHOTO_WORDS: 'off', EMBEDDINGS: 'off' };

export type Demo = { visitors: number; databaseBytes: number };

/** Null if this server is no demo. */
export function readDemo(env: Env, settings: Settings): Demo | null {
  const { DEMO, DEMO_VISITORS: visitors } = readSettings(DEMO_SETTINGS, env);
  if (!DEMO) return null;
  const real = Object.keys(settings).find(
    (name) => env[name]?.trim() && !BESIDE_DEMO.has(name) && env[name] !== HARMLESS[name],
  );
  if (real)
    throw new ConfigError(
      `DEMO and ${real} are both set, but a demo is for strangers: it sends nothing and keeps nothing. Remove one of them.`,
    );
  return { visitors, databaseBytes: visitors * DATABASE_OF_VISITOR };
}

type Base = {
  dataDir: string;
  mail: unknown;
  adminPhones: readonly string[];
  embeddings: 'on' | 'remote' | 'off';
  photoWords: boolean;
  mmsReplies: boolean;
  welcomesAnHour: number | undefined;
  embeds: 'show' | 'ask';
  quotas: { messages: number | null; bytes: number | null };
};

/** A folder of its own, because it is emptied at each start. */
export const asDemo = <C extends Base>(config: C): C => ({
  ...config,
  dataDir: join(config.dataDir, 'demo'),
  mail: null,
  adminPhones: [],
  embeddings: 'off',
  photoWords: false,
  mmsReplies: false,
  welcomesAnHour: 1_000_000,
  embeds: 'ask',
  quotas: QUOTAS,
});
