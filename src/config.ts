import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { toTimeZone } from './contract/time-zone';
import { parseAllowList } from './outside/guard';
import { type Countries, toE164, toOwnE164 } from './phone';

// Phone numbers that are reserved for fiction: the number that people text, and the number of the operator's
// test phone. Both are defaults with the simulator.
const SIMULATOR_NUMBER = '+12025550100';
export const SIMULATOR_OPERATOR = '+12025550111';

/** An error in the configuration or in DATA_DIR. The operator reads its message as one line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Returns a schema for a variable that need not be set. Trims the value. A blank value counts as not set. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value as string | undefined)?.trim() || undefined, schema);
const text = optional(z.string().optional());
const flagThatIs = (standard: boolean) =>
  optional(
    z
      .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: 'must be 1 or 0' })
      .transform((value) => ['1', 'true', 'on'].includes(value))
      .default(standard),
  );
const flag = flagThatIs(false);
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

const BUDGET_ERROR = 'must be an amount of money a month, such as 50';
const PACE_ERROR = 'must be a number of segments a second, from 0.1 to 1000';

const PORT_ERROR = 'must be a whole number from 0 to 65535';
const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ERROR)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_ERROR);

/** All variables of the configuration (docs/product.md: Configuration). */
const environment = z.object({
  PORT: optional(port.default(3000)),
  HOST: text,
  // a path is refused, because the web app, its cookies and the API are at the root of the host
  PUBLIC_URL: address.refine((url) => {
    const { pathname, search, hash } = new URL(url ?? 'http://localhost');
    return pathname + search + hash === '/';
  }, "must be a host's own address, without a path after it"),
  DATA_DIR: optional(z.string().default('./data')),
  PRODUCT_NAME: optional(z.string().max(40, 'can have at most 40 characters').default('Tagline')),
  SMS_GATEWAY: optional(z.enum(['twilio', 'simulator'], { error: 'must be twilio or simulator' }).optional()),
  SIMULATOR_PORT: optional(port.optional()),
  SMS_SIMULATOR_EXPOSED: flag,
  SIGN_IN_BY_TEXT: flag,
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
  BROADCAST_PACE: optional(
    z.coerce.number({ error: PACE_ERROR }).min(0.1, PACE_ERROR).max(1000, PACE_ERROR).optional(),
  ),
  SMS_BUDGET: optional(
    z.coerce.number({ error: BUDGET_ERROR }).positive(BUDGET_ERROR).finite(BUDGET_ERROR).optional(),
  ),
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
  DEFAULT_TIMEZONE: optional(
    z
      .string()
      .refine((name) => toTimeZone(name) !== null, 'must be a time zone such as Europe/Berlin')
      .transform((name) => toTimeZone(name) ?? name)
      .optional(),
  ),
  ADMIN_PHONES: list,
  EMBEDDINGS: optional(z.enum(['on', 'remote', 'off'], { error: 'must be on, remote or off' }).default('on')),
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
  PHOTO_WORDS: flagThatIs(true),
  EMBEDS: optional(z.enum(['show', 'ask'], { error: 'must be show or ask' }).default('show')),
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

/** Default and meaning of each variable, for the table in the documentation (`bun run docs`). */
export const SETTINGS: Record<keyof Environment, [standard: string, meaning: string]> = {
  PORT: ['3000', 'port to listen on; 0 picks a free port and prints it'],
  HOST: ['127.0.0.1 with the simulator, else 0.0.0.0', 'address to listen on'],
  PUBLIC_URL: [
    'http://localhost:PORT',
    'address of the server for people and Twilio: for links, cookies (`Secure` with https), checks of the origin and webhook signatures',
  ],
  DATA_DIR: ['./data', 'folder of the database, the media and the secrets'],
  PRODUCT_NAME: ['Tagline', 'name that people see'],
  SMS_GATEWAY: [
    '`twilio` if its account is set, else `simulator`',
    'gateway for texts: `twilio` or `simulator`',
  ],
  SIMULATOR_PORT: [
    '`PORT` + 1, or the next free one',
    'port on 127.0.0.1 for the phone simulator alone; 0 picks a free port',
  ],
  SMS_SIMULATOR_EXPOSED: [
    'off',
    'serves the simulator on `PORT`, for whoever reaches it: they read every verification code and can sign in as anybody',
  ],
  SIGN_IN_BY_TEXT: [
    'off',
    'lets people sign in by texting what the login page shows; read [what a forged sender could do](../SECURITY.md) first',
  ],
  TWILIO_ACCOUNT_SID: ['none', 'account of Twilio; the next two variables are needed as well'],
  TWILIO_AUTH_TOKEN: ['none', 'token of the account'],
  TWILIO_FROM: ['none', 'number that texts are sent from, or the id of a messaging service'],
  TWILIO_API_URL: ["Twilio's", "other base address for Twilio's REST API (tests, proxies)"],
  PHONE_NUMBER: ["`TWILIO_FROM`, or the simulator's own number", 'number that people are told to text'],
  BROADCAST_PACE: [
    '1; 20 with the simulator',
    'SMS segments a second that the gateway is given; codes go at once',
  ],
  SMS_BUDGET: [
    'none',
    "most that the texts of a month may cost, in the gateway's currency; after that only codes are sent until the next month ([Budget for texts](product.md#budget-for-texts))",
  ],
  DEFAULT_COUNTRY: ['US', 'country of numbers that are typed without +'],
  ALLOWED_COUNTRIES: [
    'all with the simulator, the default country with Twilio',
    'countries whose numbers may be texted, separated by commas, or `all`',
  ],
  DEFAULT_TIMEZONE: [
    "that of the number's country",
    'time zone of people whose own is not known yet, such as Europe/Berlin',
  ],
  ADMIN_PHONES: [
    "the simulator's first test number; none with Twilio",
    'phone numbers of operators, separated by commas',
  ],
  EMBEDDINGS: [
    'on',
    'search by meaning: `on` with the English model of the server, and with Hugging Face if it is set; `remote` only with Hugging Face; or `off`',
  ],
  HF_TOKEN: [
    'none',
    'token of Hugging Face; with it, or with the next variable, a model there is used, for more languages',
  ],
  HF_ENDPOINT_URL: ['none', 'address of your own inference endpoint'],
  EMBEDDING_MODEL: ['sentence-transformers/all-MiniLM-L6-v2', 'model at Hugging Face'],
  TMDB_API_KEY: ['none', 'key of TMDB for movie cards; without it an IMDb link gets an ordinary preview'],
  TMDB_API_URL: ["TMDB's", "other base address for TMDB's API (tests, proxies)"],
  PREVIEW_ALLOW: [
    'none',
    'hosts and address ranges of your own network that previews may read, separated by commas',
  ],
  PHOTO_WORDS: [
    'on',
    'reads the words in photos on this machine, so that searches find them; `off` reads none in further photos',
  ],
  EMBEDS: [
    'show',
    'posts of X, Instagram and Facebook: `show` loads them when their card comes into view, `ask` only after a click; read [what those companies learn](../SECURITY.md) first',
  ],
  BACKUP_DIR: ['none', 'folder for daily backups'],
  METRICS_TOKEN: [
    'none',
    'bearer token for `/metrics`; without it only programs on this machine may read them',
  ],
  TRUST_PROXY: ['off', "takes the caller's address from `X-Forwarded-For`"],
  ANALYTICS_SCRIPT_URL: [
    'none',
    'script of a visitor tracker that defines `window.pendo`; without it nothing is loaded or sent',
  ],
  LOG_LEVEL: ['info', 'lowest level of the JSON lines on stderr'],
};

export type Config = ReturnType<typeof readConfig>;

/**
 * Throws a ConfigError if a `.env` file exists but cannot be read. Bun ignores such a file, so the program
 * would start with other settings.
 */
export function requireReadable(file: string) {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new ConfigError(
      `${resolve(file)} cannot be read (${code}) by the user who runs this. Make that user its owner, or go to the folder the server was started in.`,
    );
  }
}

/** Returns the configuration. Throws a ConfigError that names the first variable that is wrong or missing. */
export function readConfig(env: Record<string, string | undefined>) {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0]);
    throw new ConfigError(`${name} ${issue?.message}${wrongValue(name, env[name])}.`);
  }
  const set = parsed.data;
  // the SID or the token alone chooses Twilio: if the name of the other variable is misspelled, the start
  // must fail instead of using the simulator
  const account = set.TWILIO_ACCOUNT_SID ?? set.TWILIO_AUTH_TOKEN;
  const gateway = set.SMS_GATEWAY ?? (account ? 'twilio' : 'simulator');
  const simulated = gateway === 'simulator';
  const phone = (name: string, value: string, read = toE164) => {
    const number = read(value, set.DEFAULT_COUNTRY);
    if (!number)
      throw new ConfigError(`${name} must be a phone number such as +12025550111${wrongValue(name, value)}.`);
    return number;
  };

  const host = set.HOST ?? (simulated ? '127.0.0.1' : '0.0.0.0');
  const loopbackOnly = simulated && !set.SMS_SIMULATOR_EXPOSED;
  // with the simulator, codes have no rate limit, so callers from the network could guess them
  if (loopbackOnly && !isLoopback(host))
    throw new ConfigError(
      `HOST ${host} would open a server to the network that sends codes without a limit. Listen on 127.0.0.1 with the phone simulator, or set SMS_SIMULATOR_EXPOSED=1 to show every verification code to everybody.`,
    );
  // with a PUBLIC_URL that is not loopback, a proxy on this machine probably lets others in
  if (loopbackOnly && set.PUBLIC_URL && !isLoopback(new URL(set.PUBLIC_URL).hostname))
    throw new ConfigError(
      `PUBLIC_URL ${set.PUBLIC_URL} would open a server to others that sends codes without a limit. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM to send real texts, or set SMS_SIMULATOR_EXPOSED=1 to show every verification code to everybody.`,
    );

  return {
    port: set.PORT,
    host,
    publicUrl: set.PUBLIC_URL,
    dataDir: set.DATA_DIR,
    productName: set.PRODUCT_NAME,
    gateway,
    simulatorPort: set.SIMULATOR_PORT,
    simulatorExposed: simulated && set.SMS_SIMULATOR_EXPOSED,
    signInByText: set.SIGN_IN_BY_TEXT,
    twilio: simulated ? null : readTwilio(set),
    phoneNumber: phone(
      'PHONE_NUMBER',
      set.PHONE_NUMBER ?? (simulated ? SIMULATOR_NUMBER : productNumber(set)),
      toOwnE164,
    ),
    // US carriers let an ordinary number send one segment a second, unless the number is registered for more
    broadcastPace: set.BROADCAST_PACE ?? (simulated ? 20 : 1),
    smsBudget: set.SMS_BUDGET ?? null,
    defaultCountry: set.DEFAULT_COUNTRY,
    allowedCountries: set.ALLOWED_COUNTRIES ?? (simulated ? 'all' : [set.DEFAULT_COUNTRY]),
    defaultTimeZone: set.DEFAULT_TIMEZONE,
    adminPhones:
      set.ADMIN_PHONES?.map((value) => phone('ADMIN_PHONES', value)) ??
      (simulated ? [SIMULATOR_OPERATOR] : []),
    embeddings: set.EMBEDDINGS,
    huggingFace: {
      token: set.HF_TOKEN,
      endpointUrl: set.HF_ENDPOINT_URL,
      model: set.EMBEDDING_MODEL,
      enabled: Boolean(set.HF_TOKEN || set.HF_ENDPOINT_URL),
    },
    tmdb: { apiKey: set.TMDB_API_KEY, apiUrl: set.TMDB_API_URL },
    previewAllow: set.PREVIEW_ALLOW ?? [],
    photoWords: set.PHOTO_WORDS,
    embeds: set.EMBEDS,
    backupDir: set.BACKUP_DIR,
    metricsToken: set.METRICS_TOKEN,
    trustProxy: set.TRUST_PROXY,
    analyticsScriptUrl: set.ANALYTICS_SCRIPT_URL,
    logLevel: set.LOG_LEVEL,
  };
}

/** Tells if a host name or an IP address means this machine itself (loopback). */
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
  const number = service ? null : toOwnE164(from, set.DEFAULT_COUNTRY);
  if (!service && !number)
    throw new ConfigError(
      `TWILIO_FROM must be a phone number such as +12025550100, or a messaging service id (MG...).`,
    );
  return { accountSid, authToken, from: number ?? from, apiUrl: set.TWILIO_API_URL };
}

/**
 * Returns TWILIO_FROM, the number that people text. Throws a ConfigError for a messaging service, which has
 * no single number.
 */
function productNumber(set: Environment): string {
  if (set.TWILIO_FROM && !set.TWILIO_FROM.startsWith('MG')) return set.TWILIO_FROM;
  throw new ConfigError(
    'PHONE_NUMBER is missing: TWILIO_FROM is a messaging service, not a number that people can text.',
  );
}

/**
 * Returns the end of an error sentence, which quotes the wrong value. Returns an empty string if there is no
 * value or if it may be secret.
 */
const wrongValue = (name: string, value: string | undefined) =>
  value === undefined || /TOKEN|KEY|SID/.test(name) ? '' : `, not "${value.slice(0, 80)}"`;
