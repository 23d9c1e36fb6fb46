import type { CountryCode } from 'libphonenumber-js/max';
import { z } from 'zod';
import { ConfigError } from '../errors';
import { type toE164, toOwnE164 } from '../phone';

export type Env = Record<string, string | undefined>;

export type Setting<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  standard: string;
  meaning: string;
  question?: string;
  /** True if the value is secret, so that no error message or dialogue may show it. */
  secret?: boolean;
};

export type Settings = Record<string, Setting>;

export type Values<S extends Settings> = { [Name in keyof S]: z.output<S[Name]['schema']> };

export const setting = <S extends z.ZodType>(
  schema: S,
  standard: string,
  meaning: string,
  asked: Pick<Setting, 'question' | 'secret'> = {},
): Setting<S> => ({ schema, standard, meaning, ...asked });

export const text = z.string().optional();

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

export function readSettings<S extends Settings>(settings: S, env: Env): Values<S> {
  const values = Object.entries(settings).map(([name, { schema, secret }]) => {
    const parsed = schema.safeParse(env[name]?.trim() || undefined);
    if (parsed.success) return [name, parsed.data];
    throw new ConfigError(`${name} ${parsed.error.issues[0]?.message}${quoted(env[name], secret)}.`);
  });
  return Object.fromEntries(values);
}

export function required<S extends object, Name extends keyof S & string>(
  set: S,
  name: Name,
  label: string,
): NonNullable<S[Name]> {
  const value = set[name];
  if (value) return value;
  throw new ConfigError(`${name} is missing: the ${label} gateway needs it.`);
}

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

const quoted = (value: string | undefined, secret = false) =>
  value === undefined || secret ? '' : `, not "${value.slice(0, 80)}"`;
