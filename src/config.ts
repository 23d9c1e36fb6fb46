import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { parseAllowList } from './outside/guard';
import { type Countries, toE164 } from './phone';

/** The simulator's own number and its first test number, both reserved for fiction. */
const SIMULATOR_NUMBER = '+12025550100';
export const SIMULATOR_OPERATOR = '+12025550111';

/** A setting that stops the start; its message is the one line the operator reads. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Without the white space that some programs leave around it; blank is not set. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value as string | undefined)?.trim() || undefined, schema);
const text = optional(z.string().optional());
const flag = optional(
  z
    .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: 'must be 1 or 0' })
    .transform((value) => ['1', 'true', 'on'].includes(value))
    .default(false),
);
const address = optional(
  z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
);
const list = optional(
  z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    )
    .optional(),
);

const PACE = 'must be a number of segments a second, from 0.1 to 1000';

/** Every variable of design 4, as it stands in the environment. */
const environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a whole number from 0 to 65535')
      .default(3000),
  ),
  HOST: text,
  // the web app, the cookies and the calls are all at the root of their host
  PUBLIC_URL: address.refine((url) => {
    const { pathname, search, hash } = new URL(url ?? 'http://localhost');
    return pathname + search + hash === '/';
  }, "must be a host's own address, without a path after it"),
  DATA_DIR: optional(z.string().default('./data')),
  PRODUCT_NAME: optional(z.string().max(40, 'can have at most 40 characters').default('Tagline')),
  SMS_GATEWAY: optional(z.enum(['twilio', 'simulator'], { error: 'must be twilio or simulator' }).optional()),
  SMS_SIMULATOR_EXPOSED: flag,
  TWILIO_ACCOUNT_SID: optional(
    z
      .string()
      .regex(/^AC[0-9a-f]{32}$/i, 'must be AC and 32 hexadecimal digits')
      .optional(),
  ),
  TWILIO_AUTH_TOKEN: text,
  TWILIO_FROM: text,
  TWILIO_API_URL: address,
  PHONE_NUMBER: text,
  BROADCAST_PACE: optional(z.coerce.number({ error: PACE }).min(0.1, PACE).max(1000, PACE).optional()),
  DEFAULT_COUNTRY: optional(
    z
      .string()
      .toUpperCase()
      .refine((code) => isSupportedCountry(code), 'must be a two-letter country code such as US')
      .transform((code) => code as CountryCode)
      .default('US'),
  ),
  ALLOWED_COUNTRIES: optional(
    z
      .string()
      .toUpperCase()
      .transform((value) =>
        value === 'ALL'
          ? 'all'
          : value
              .split(',')
              .map((code) => code.trim())
              .filter(Boolean),
      )
      .refine(
        (value) => value === 'all' || value.every((code) => isSupportedCountry(code)),
        'must be "all" or country codes such as US,CA',
      )
      .transform((value) => value as Countries)
      .optional(),
  ),
  ADMIN_PHONES: list,
  HF_TOKEN: text,
  HF_ENDPOINT_URL: address,
  EMBEDDING_MODEL: optional(z.string().default('sentence-transformers/all-MiniLM-L6-v2')),
  TMDB_API_KEY: text,
  TMDB_API_URL: address,
  PREVIEW_ALLOW: list.superRefine((entries = [], context) => {
    try {
      parseAllowList(entries);
    } catch {
      context.addIssue('must be host names and address ranges, comma separated');
    }
  }),
  BACKUP_DIR: text,
  METRICS_TOKEN: text,
  TRUST_PROXY: flag,
  ANALYTICS_SCRIPT_URL: address,
  LOG_LEVEL: optional(
    z
      .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
        error: 'must be silent, fatal, error, warn, info, debug or trace',
      })
      .default('info'),
  ),
});

/** Default and meaning of each, as people read them (README, `bun run docs`). */
export const SETTINGS: Record<keyof Environment, [standard: string, meaning: string]> = {
  PORT: ['3000', 'where it listens; 0 picks a free port and prints it'],
  HOST: ['127.0.0.1 with the simulator, else 0.0.0.0', 'where it listens'],
  PUBLIC_URL: [
    'http://localhost:PORT',
    'in links, cookies (`Secure` when https), origin checks, webhook signatures',
  ],
  DATA_DIR: ['./data', 'database, media, secrets'],
  PRODUCT_NAME: ['Tagline', 'shown to people'],
  SMS_GATEWAY: ['`twilio` when its account is set, else `simulator`', 'which gateway'],
  SMS_SIMULATOR_EXPOSED: [
    'off',
    'lets the simulator, which shows every login code, be reached from beyond loopback',
  ],
  TWILIO_ACCOUNT_SID: ['', 'with the next two, texts go through Twilio'],
  TWILIO_AUTH_TOKEN: ['', ''],
  TWILIO_FROM: ['', 'a number, or the id of a messaging service'],
  TWILIO_API_URL: ["Twilio's", 'another base address of the REST API (tests, proxies)'],
  PHONE_NUMBER: ['`TWILIO_FROM`; the simulator has its own', 'the number people are told to text'],
  BROADCAST_PACE: ['1; 20 with the simulator', 'segments a second of a text to everybody'],
  DEFAULT_COUNTRY: ['US', 'how numbers without + are read'],
  ALLOWED_COUNTRIES: ['with the simulator all, with Twilio the default country', 'who may be texted'],
  ADMIN_PHONES: [
    "the simulator's first test number; with Twilio none",
    'the numbers of operators, comma separated',
  ],
  HF_TOKEN: ['none', 'of Hugging Face; with it or the next one search finds by meaning'],
  HF_ENDPOINT_URL: ['none', 'an inference endpoint of your own'],
  EMBEDDING_MODEL: ['sentence-transformers/all-MiniLM-L6-v2', 'what makes the embeddings'],
  TMDB_API_KEY: ['none', 'movie cards; without it an IMDb link gets a plain preview'],
  TMDB_API_URL: ["TMDB's", 'another base address of its API (tests, proxies)'],
  PREVIEW_ALLOW: ['none', "hosts or ranges inside one's own network that previews may read"],
  BACKUP_DIR: ['none', 'daily backups go there'],
  METRICS_TOKEN: ['none', 'lets `/metrics` be read from elsewhere than loopback'],
  TRUST_PROXY: ['off', "read the caller's address from `X-Forwarded-For`"],
  ANALYTICS_SCRIPT_URL: [
    'none',
    'a visitor tracker, a script that makes `window.pendo`; when unset nothing is loaded or sent',
  ],
  LOG_LEVEL: ['info', 'JSON lines on stderr'],
};

export type Config = ReturnType<typeof readConfig>;

/** Bun reads `.env` into the environment, but passes over one that it may not read: then other settings would hold. */
export function requireReadable(file: string) {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new ConfigError(
      `${resolve(file)} cannot be read (${code}) by the user who runs this. Give it to them, or go to the folder the server was started in.`,
    );
  }
}

/** Reads the environment once. Throws a ConfigError that names the first variable that is wrong or missing. */
export function readConfig(env: Record<string, string | undefined>) {
  const read = environment.safeParse(env);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = String(issue?.path[0]);
    throw new ConfigError(`${name} ${issue?.message}${shown(name, env[name])}.`);
  }
  const set = read.data;
  // by half an account as well: who misspells the other half does not mean to open the simulator
  const account = set.TWILIO_ACCOUNT_SID ?? set.TWILIO_AUTH_TOKEN;
  const gateway = set.SMS_GATEWAY ?? (account ? 'twilio' : 'simulator');
  const simulated = gateway === 'simulator';
  const phone = (name: string, value: string) => {
    const number = toE164(value, set.DEFAULT_COUNTRY);
    if (!number)
      throw new ConfigError(`${name} must be a phone number such as +12025550111${shown(name, value)}.`);
    return number;
  };

  const host = set.HOST ?? (simulated ? '127.0.0.1' : '0.0.0.0');
  const hidden = simulated && !set.SMS_SIMULATOR_EXPOSED;
  if (hidden && !isLoopback(host))
    throw new ConfigError(
      `HOST ${host} would show every login code to the network: with the phone simulator listen on 127.0.0.1, or set SMS_SIMULATOR_EXPOSED=1.`,
    );
  // a proxy on this machine would hand it on
  if (hidden && set.PUBLIC_URL && !isLoopback(new URL(set.PUBLIC_URL).hostname))
    throw new ConfigError(
      `PUBLIC_URL ${set.PUBLIC_URL} would show every login code to the network: set TWILIO_ACCOUNT_SID and its two companions to send real texts, or SMS_SIMULATOR_EXPOSED=1.`,
    );

  return {
    port: set.PORT,
    host,
    publicUrl: set.PUBLIC_URL,
    dataDir: set.DATA_DIR,
    productName: set.PRODUCT_NAME,
    gateway,
    simulatorExposed: set.SMS_SIMULATOR_EXPOSED,
    twilio: simulated ? null : readTwilio(set),
    phoneNumber: phone(
      'PHONE_NUMBER',
      set.PHONE_NUMBER ?? (simulated ? SIMULATOR_NUMBER : productNumber(set)),
    ),
    // a US long code may send one segment a second; more is for who has registered for it
    broadcastPace: set.BROADCAST_PACE ?? (simulated ? 20 : 1),
    defaultCountry: set.DEFAULT_COUNTRY,
    allowedCountries: set.ALLOWED_COUNTRIES ?? (simulated ? 'all' : [set.DEFAULT_COUNTRY]),
    adminPhones:
      set.ADMIN_PHONES?.map((value) => phone('ADMIN_PHONES', value)) ??
      (simulated ? [SIMULATOR_OPERATOR] : []),
    huggingFace: {
      token: set.HF_TOKEN,
      endpointUrl: set.HF_ENDPOINT_URL,
      model: set.EMBEDDING_MODEL,
      enabled: Boolean(set.HF_TOKEN || set.HF_ENDPOINT_URL),
    },
    tmdb: { apiKey: set.TMDB_API_KEY, apiUrl: set.TMDB_API_URL },
    previewAllow: set.PREVIEW_ALLOW ?? [],
    backupDir: set.BACKUP_DIR,
    metricsToken: set.METRICS_TOKEN,
    trustProxy: set.TRUST_PROXY,
    analyticsScriptUrl: set.ANALYTICS_SCRIPT_URL,
    logLevel: set.LOG_LEVEL,
  };
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host);

type Environment = z.infer<typeof environment>;

function readTwilio(set: Environment) {
  const need = <K extends 'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM'>(name: K): string => {
    const value = set[name];
    if (!value) throw new ConfigError(`${name} is missing: the Twilio gateway needs it.`);
    return value;
  };
  const accountSid = need('TWILIO_ACCOUNT_SID');
  const authToken = need('TWILIO_AUTH_TOKEN');
  const from = need('TWILIO_FROM');
  const service = /^MG[0-9a-f]{32}$/i.test(from);
  const number = service ? null : toE164(from, set.DEFAULT_COUNTRY);
  if (!service && !number)
    throw new ConfigError(
      `TWILIO_FROM must be a phone number such as +12025550100, or a messaging service id (MG...).`,
    );
  return { accountSid, authToken, from: number ?? from, apiUrl: set.TWILIO_API_URL };
}

/** The number people text. A messaging service has no number of its own to show, so it must be named. */
function productNumber(set: Environment): string {
  if (set.TWILIO_FROM && !set.TWILIO_FROM.startsWith('MG')) return set.TWILIO_FROM;
  throw new ConfigError(
    'PHONE_NUMBER is missing: TWILIO_FROM is not a number that people could be told to text.',
  );
}

/** The offending value, unless it is a secret. */
const shown = (name: string, value: string | undefined) =>
  value === undefined || /TOKEN|KEY|SID/.test(name) ? '' : `, not "${value.slice(0, 80)}"`;
