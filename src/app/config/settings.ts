import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { ConfigError } from '../errors';
import { type toE164, toOwnE164 } from '../phone';

/** Environment variables, including those from a file `.env`. */
export type Env = Record<string, string | undefined>;

/** One variable of the environment. */
export type Setting<Schema extends z.ZodType = z.ZodType> = {
  /** Parses the trimmed value. The value is undefined if the variable is blank or not set. */
  schema: Schema;
  /** The default, for the table in the documentation. */
  standard: string;
  meaning: string;
  /** The question of `tagline setup`. A setting without one is not asked for. */
  question?: string;
  /** True if the value is secret, so that no error message or dialogue may show it. */
  secret?: boolean;
};

/**
 * Settings, keyed by the name of their environment variable. Their order is that of the documentation and of
 * `tagline setup`.
 */
export type Settings = Record<string, Setting>;

export type Values<S extends Settings> = { [Name in keyof S]: z.output<S[Name]['schema']> };

/** Describes a setting. It need not be set if its schema has a default or is optional. */
export const setting = <S extends z.ZodType>(
  schema: S,
  standard: string,
  meaning: string,
  asked: Pick<Setting, 'question' | 'secret'> = {},
): Setting<S> => ({ schema, standard, meaning, ...asked });

export const text = z.string().optional();

/** Returns the schema of a setting that is on or off. The value is `standard` if the variable is not set. */
export const flag = (standard: boolean) =>
  z
    .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: 'must be 1 or 0' })
    .transform((value) => ['1', 'true', 'on'].includes(value))
    .default(standard);

export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

export const list = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .optional();

const PORT_ERROR = 'must be a whole number from 0 to 65535';
export const port = z
  .string()
  .regex(/^\d{1,5}$/, PORT_ERROR)
  .transform(Number)
  .refine((number) => number <= 65_535, PORT_ERROR);

/** Reads settings from the environment. Throws a ConfigError that names the first wrong setting. */
export function readSettings<S extends Settings>(settings: S, env: Env): Values<S> {
  const values = Object.entries(settings).map(([name, { schema, secret }]) => {
    const parsed = schema.safeParse(env[name]?.trim() || undefined);
    if (parsed.success) return [name, parsed.data];
    throw new ConfigError(`${name} ${parsed.error.issues[0]?.message}${quoted(env[name], secret)}.`);
  });
  return Object.fromEntries(values);
}

/**
 * Returns the value of the setting `name`, which the gateway needs. Throws a ConfigError if the setting is
 * missing. The error calls the gateway `label`.
 */
export function required<S extends object, Name extends keyof S & string>(
  set: S,
  name: Name,
  label: string,
): NonNullable<S[Name]> {
  const value = set[name];
  if (value) return value;
  throw new ConfigError(`${name} is missing: the ${label} gateway needs it.`);
}

/** Converts the phone number in a setting to E.164. Throws a ConfigError if the value is no phone number. */
export function readPhone(
  name: string,
  value: string,
  country: CountryCode,
  read: typeof toE164 = toOwnE164,
): string {
  const number = read(value, country);
  if (number) return number;
  throw new ConfigError(`${name} must be a phone number such as +12025550111${quoted(value)}.`);
}

/**
 * Quotes a wrong value, for the end of an error sentence. Returns an empty string if there is no value or the
 * value is secret.
 */
const quoted = (value: string | undefined, secret = false) =>
  value === undefined || secret ? '' : `, not "${value.slice(0, 80)}"`;
