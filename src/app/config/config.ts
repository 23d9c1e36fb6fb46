import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { z } from 'zod';
import { gatewayKind, signUp } from '../../contract/product';
import { toTimeZone } from '../../contract/time-zone';
import { ConfigError } from '../errors';
import { type Countries, toE164 } from '../phone';
import { parseAllowList } from './allow-list';
import { CELL_SETTINGS, readCell } from './cell';
import { asDemo, DEMO_SETTINGS, readDemo } from './demo';
import { BLOCKS, readFormerLines, readLine } from './gateways';
import { MAIL_SETTINGS, readMail } from './mail';
import { MEDIA_SETTINGS, readMedia } from './media';
import { OIDC_SETTINGS, readOidc } from './oidc';
import { REPLICA_SETTINGS, readReplica } from './replica';
import {
  address,
  type Env,
  flag,
  list,
  port,
  readPhone,
  readSettings,
  type Settings,
  setting,
  text,
} from './settings';

const BUDGET_ERROR = 'must be an amount of money a month, such as 50';
const COUNT_ERROR = 'must be a whole number from 1 to 1000000';
const PACE_ERROR = 'must be a number of segments a second, from 0.1 to 1000';
const READERS_ERROR = 'must be a whole number from 0 to 16';
const QUOTA_ERROR = 'must be a whole number above 0';
const KINDS = Object.keys(BLOCKS);

const count = z.coerce
  .number(COUNT_ERROR)
  .int(COUNT_ERROR)
  .min(1, COUNT_ERROR)
  .max(1e6, COUNT_ERROR)
  .optional();
const quota = z.coerce.number({ error: QUOTA_ERROR }).int(QUOTA_ERROR).positive(QUOTA_ERROR).optional();

const allowList = list.superRefine((entries = [], context) => {
  try {
    parseAllowList(entries);
  } catch {
    context.addIssue('must be host names and address ranges, comma separated');
  }
});

const COMMON = {
  PORT: setting(port.default(3000), '3000', 'port to listen on; 0 picks a free port and prints it'),
  HOST: setting(text, '127.0.0.1 with the simulator, else 0.0.0.0', 'address to listen on'),
  READERS: setting(
    z.coerce.number(READERS_ERROR).int(READERS_ERROR).min(0, READERS_ERROR).max(16, READERS_ERROR).default(0),
    '0',
    'further processes that answer what only reads, on Linux ([Readers](readers.md))',
  ),
  PUBLIC_URL: setting(
    address.refine((url) => {
      const { pathname, search, hash } = new URL(url ?? 'http://localhost');
      return pathname + search + hash === '/';
    }, "must be a host's own address, without a path after it"),
    'http://localhost:PORT',
    'address of the server for people and the gateway: for links, cookies (`Secure` with https), checks of the origin and webhook signatures',
    { question: 'Address of this server, such as https://notes.example.org' },
  ),
  DATA_DIR: setting(
    z.string().default('./data'),
    './data',
    'folder of the database, the media and the secrets',
  ),
  PRODUCT_NAME: setting(
    z.string().max(40, 'can have at most 40 characters').default('Tagline'),
    'Tagline',
    'name that people see',
  ),
  SMS_GATEWAY: setting(
    z.enum(gatewayKind.options, { error: `must be one of ${KINDS.join(', ')}` }).optional(),
    'the one whose settings are set, else `simulator`',
    `line that texts go through: ${KINDS.map((kind) => `\`${kind}\``).join(', ')}`,
    { question: 'Which line do texts go through?' },
  ),
  SIGN_UP: setting(
    z.enum(signUp.options, { error: 'must be open, invited or closed' }).default('open'),
    'open',
    'who may make an account: anybody (`open`), whoever was invited (`invited`), or only whom an operator has invited (`closed`) ([Who may sign up](product/sign-in.md#who-may-sign-up))',
  ),
  QUOTA_MESSAGES: setting(
    quota,
    'none',
    'most messages that a person may keep ([Storage of a person](product/limits.md#storage-of-a-person))',
  ),
  QUOTA_FILES_MB: setting(quota, 'none', 'most megabytes of photos and files that a person may keep'),
  SIGN_IN_BY_TEXT: setting(
    flag(false),
    'off',
    'lets people sign in by texting what the login page shows; read [what a forged sender could do](../SECURITY.md) first',
  ),
  PHONE_NUMBER: setting(
    text,
    "the gateway's own number, if it is known",
    'number that people are told to text',
    { question: 'Number that people text' },
  ),
  BROADCAST_PACE: setting(
    z.coerce.number({ error: PACE_ERROR }).min(0.1, PACE_ERROR).max(1000, PACE_ERROR).optional(),
    '1; 20 with the simulator',
    'SMS segments a second that the gateway is given; codes go at once',
  ),
  SMS_BUDGET: setting(
    z.coerce.number({ error: BUDGET_ERROR }).positive(BUDGET_ERROR).finite(BUDGET_ERROR).optional(),
    'none',
    "most that the texts of a month may cost, in the gateway's currency; after that only codes are sent until the next month ([Budget for texts](product/outbox.md#budget-for-texts))",
    { question: 'Most that the texts of a month may cost, in the currency of your gateway' },
  ),
  CODES_A_DAY: setting(count, '1000', 'most codes a day to all devices that are not known yet'),
  SEGMENTS_A_DAY: setting(
    count,
    '20000',
    'most SMS segments a day to everybody, without codes and broadcasts',
  ),
  WELCOMES_AN_HOUR: setting(count, '200', 'most welcomes an hour to new numbers; the others wait'),
  MMS_REPLIES: setting(
    flag(true),
    'on',
    'answers with photos, as MMS, where somebody opens a message that has some ([Photos in texts](product/outbox.md#photos-in-texts)); `off` sends a link',
  ),
  SMS_PLAIN: setting(
    flag(true),
    'on',
    'puts what notifications quote into letters of the GSM alphabet where nothing is lost by it, because one emoji can double the price ([Plain letters](product/outbox.md#plain-letters))',
  ),
  DEFAULT_COUNTRY: setting(
    z
      .string()
      .toUpperCase()
      .refine((code) => isSupportedCountry(code), 'must be a two-letter country code such as US')
      .transform((code) => code as CountryCode)
      .default('US'),
    'US',
    'country of numbers that are typed without +',
    { question: 'In which country are you and your number?' },
  ),
  ALLOWED_COUNTRIES: setting(
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
    'the default country; all with the simulator',
    'countries whose numbers may be texted, separated by commas, or `all`',
  ),
  DEFAULT_TIMEZONE: setting(
    z
      .string()
      .refine((name) => toTimeZone(name) !== null, 'must be a time zone such as Europe/Berlin')
      .transform((name) => toTimeZone(name) ?? name)
      .optional(),
    "that of the number's country",
    'time zone of people whose own is not known yet, such as Europe/Berlin',
    { question: 'Time zone of people whose own is not known yet' },
  ),
  ADMIN_PHONES: setting(
    list,
    'none; the first test number with the simulator',
    'phone numbers of operators, separated by commas',
    { question: 'Your own phone number, which makes you the operator' },
  ),
  EMBEDDINGS: setting(
    z.enum(['on', 'remote', 'off'], { error: 'must be on, remote or off' }).default('on'),
    'on',
    'search by meaning: `on` with the English model of the server, and with Hugging Face if it is set; `remote` only with Hugging Face; or `off`',
  ),
  HF_TOKEN: setting(
    text,
    'none',
    'token of Hugging Face; with it, or with the next variable, a model there is used, for more languages',
    { secret: true },
  ),
  HF_ENDPOINT_URL: setting(address, 'none', 'address of your own inference endpoint'),
  EMBEDDING_MODEL: setting(
    z.string().default('sentence-transformers/all-MiniLM-L6-v2'),
    'sentence-transformers/all-MiniLM-L6-v2',
    'model at Hugging Face',
  ),
  TMDB_API_KEY: setting(
    text,
    'none',
    'key of TMDB for movie cards; without it an IMDb link gets an ordinary preview',
    { secret: true },
  ),
  TMDB_API_URL: setting(address, "TMDB's", "other base address for TMDB's API (tests, proxies)"),
  PREVIEW_ALLOW: setting(
    allowList,
    'none',
    'hosts and address ranges of your own network that previews may read, separated by commas',
  ),
  WEBHOOK_ALLOW: setting(
    allowList,
    'none',
    'hosts and address ranges of your own network that webhooks may be sent to, on any port and without https ([Webhooks](product/webhooks.md#addresses))',
  ),
  PHOTO_WORDS: setting(
    flag(true),
    'on',
    'reads the words in photos on this machine, so that searches find them; `off` reads none in further photos',
  ),
  EMBEDS: setting(
    z.enum(['show', 'ask'], { error: 'must be show or ask' }).default('show'),
    'show',
    'posts of X, Instagram and Facebook: `show` loads them when their card comes into view, `ask` only after a click; read [what those companies learn](../SECURITY.md) first',
  ),
  BACKUP_DIR: setting(text, 'none', 'folder for daily backups', {
    question: 'Folder for daily backups, on another disk if there is one',
  }),
  METRICS_TOKEN: setting(
    text,
    'none',
    'bearer token for `/metrics`; without it only programs on this machine may read them',
    { secret: true },
  ),
  TRUST_PROXY: setting(flag(false), 'off', "takes the caller's address from `X-Forwarded-For`", {
    question: 'Does a proxy on this machine (Caddy, nginx) answer at that address?',
  }),
  ANALYTICS_SCRIPT_URL: setting(
    address,
    'none',
    'script of a visitor tracker that defines `window.pendo`; without it nothing is loaded or sent',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
        error: 'must be silent, fatal, error, warn, info, debug or trace',
      })
      .default('info'),
    'info',
    'lowest level of the JSON lines on stderr',
  ),
};

export const SETTINGS: Settings = Object.assign(
  {},
  COMMON,
  MAIL_SETTINGS,
  OIDC_SETTINGS,
  MEDIA_SETTINGS,
  REPLICA_SETTINGS,
  CELL_SETTINGS,
  DEMO_SETTINGS,
  ...Object.values(BLOCKS).map(({ settings }) => settings),
);

export type Config = ReturnType<typeof readConfig>;

/** Bun ignores such a file, so the program would start with other settings. */
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

export function readConfig(env: Env) {
  const demo = readDemo(env, SETTINGS);
  const set = readSettings(COMMON, env);
  const { line, name, can, defaults, ownNumber } = readLine(env, set.DEFAULT_COUNTRY, set.SMS_GATEWAY);
  const simulatorExposed = line.kind === 'simulator' && line.exposed;

  const host = set.HOST ?? defaults.host;
  const loopbackOnly = !can.reachPeople && !simulatorExposed && !demo;
  // a gateway that cannot reach people, such as the phone simulator, sends codes without a rate limit, so
  // callers from the network could guess codes
  if (loopbackOnly && !isLoopback(host))
    throw new ConfigError(
      `HOST ${host} would open a server to the network that sends codes without a limit. Listen on 127.0.0.1 with the phone simulator, or set SMS_SIMULATOR_EXPOSED=1 to show every verification code to everybody.`,
    );
  // a PUBLIC_URL that is not loopback is probably the address of a proxy on this machine that lets others in
  if (loopbackOnly && set.PUBLIC_URL && !isLoopback(new URL(set.PUBLIC_URL).hostname))
    throw new ConfigError(
      `PUBLIC_URL ${set.PUBLIC_URL} would open a server to others that sends codes without a limit. Choose a line for real texts by SMS_GATEWAY and its settings, or set SMS_SIMULATOR_EXPOSED=1 to show every verification code to everybody.`,
    );

  const replica = readReplica(env);
  const config = {
    demo,
    port: set.PORT,
    readers: set.READERS,
    host,
    publicUrl: set.PUBLIC_URL,
    dataDir: set.DATA_DIR,
    productName: set.PRODUCT_NAME,
    line,
    lineName: name,
    /** Null if no mail comes or goes. */
    mail: readMail(env, can.reachPeople ? undefined : 'notes.example'),
    /** Null if people cannot sign in with an identity provider. */
    oidc: readOidc(env),
    formerLines: readFormerLines(env, set.DEFAULT_COUNTRY, line.kind),
    simulatorExposed,
    signUp: set.SIGN_UP,
    quotas: {
      messages: set.QUOTA_MESSAGES ?? null,
      bytes: set.QUOTA_FILES_MB === undefined ? null : set.QUOTA_FILES_MB * 1024 * 1024,
    },
    signInByText: set.SIGN_IN_BY_TEXT,
    phoneNumber: set.PHONE_NUMBER
      ? readPhone('PHONE_NUMBER', set.PHONE_NUMBER, set.DEFAULT_COUNTRY)
      : ownNumber(),
    broadcastPace: set.BROADCAST_PACE ?? defaults.broadcastPace,
    smsBudget: set.SMS_BUDGET ?? null,
    codesADay: set.CODES_A_DAY,
    segmentsADay: set.SEGMENTS_A_DAY,
    welcomesAnHour: set.WELCOMES_AN_HOUR,
    mmsReplies: set.MMS_REPLIES,
    smsPlain: set.SMS_PLAIN,
    defaultCountry: set.DEFAULT_COUNTRY,
    allowedCountries: set.ALLOWED_COUNTRIES ?? defaults.allowedCountries,
    defaultTimeZone: set.DEFAULT_TIMEZONE,
    adminPhones:
      set.ADMIN_PHONES?.map((value) => readPhone('ADMIN_PHONES', value, set.DEFAULT_COUNTRY, toE164)) ??
      defaults.adminPhones,
    embeddings: set.EMBEDDINGS,
    huggingFace: {
      token: set.HF_TOKEN,
      endpointUrl: set.HF_ENDPOINT_URL,
      model: set.EMBEDDING_MODEL,
      enabled: Boolean(set.HF_TOKEN || set.HF_ENDPOINT_URL),
    },
    tmdb: { apiKey: set.TMDB_API_KEY, apiUrl: set.TMDB_API_URL },
    previewAllow: set.PREVIEW_ALLOW ?? [],
    webhookAllow: set.WEBHOOK_ALLOW ?? [],
    photoWords: set.PHOTO_WORDS,
    embeds: set.EMBEDS,
    backupDir: set.BACKUP_DIR,
    media: readMedia(env, replica),
    replica,
    cell: readCell(env),
    metricsToken: set.METRICS_TOKEN,
    trustProxy: set.TRUST_PROXY,
    analyticsScriptUrl: set.ANALYTICS_SCRIPT_URL,
    logLevel: set.LOG_LEVEL,
  };
  return demo ? asDemo(config) : config;
}

export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host);
