import { readConfig, SETTINGS } from '../../app/config/config';
import { BLOCKS, chosenKind } from '../../app/config/gateways';
import { type Env, readSettings } from '../../app/config/settings';
import { ConfigError } from '../../app/errors';
import type { GatewayKind } from '../../contract/gateways';
import { gatewayKind } from '../../contract/product';

export type Question = {
  name: string;
  words: string;
  secret: boolean;
  /** The present value of the setting, else a value that suits most people, else an empty string. */
  suggested: string;
};

export const LINE = 'SMS_GATEWAY';
export const COUNTRY = 'DEFAULT_COUNTRY';
export const TIME_ZONE = 'DEFAULT_TIMEZONE';
export const PROXY = 'TRUST_PROXY';
const NUMBER = 'PHONE_NUMBER';
const ADDRESS = 'PUBLIC_URL';
const BACKUPS = 'BACKUP_DIR';
const BUDGET = 'SMS_BUDGET';
const SUGGESTED_BUDGET = '20';
const MAIL = ['MAIL_LISTEN', 'MAIL_IMAP', 'MAIL_SEND'];

/** `env` has the answers so far, because some questions are asked only after certain answers. */
export function questionsFor(env: Env): Question[] {
  const kind = lineOf(env);
  const { can, settings } = BLOCKS[kind ?? 'simulator'];
  const ofLine = Object.entries(settings).flatMap(([name, { question }]) => (question ? [name] : []));
  const wrong = errorIn(env)?.name;
  const names = [
    LINE,
    COUNTRY,
    ...ofLine,
    ...(env[NUMBER] || wrong === NUMBER ? [NUMBER] : []),
    ...(can.reachPeople
      ? [ADDRESS, ...(env[ADDRESS]?.startsWith('https:') ? [PROXY] : []), 'ADMIN_PHONES']
      : []),
    ...(can.tellPrices ? [BUDGET] : []),
    'MAIL_DOMAIN',
    ...(env.MAIL_DOMAIN ? MAIL : []),
    TIME_ZONE,
    BACKUPS,
    ...(wrong ? [wrong] : []),
  ];
  return [...new Set(names)].map((name) => ({
    name,
    words: SETTINGS[name]?.question ?? `${name}: ${SETTINGS[name]?.meaning}`,
    secret: isSecret(name),
    suggested: env[name]?.trim() || suggestionFor(name, env),
  }));
}

export const isSecret = (name: string) => SETTINGS[name]?.secret ?? false;

export function lineOf(env: Env): GatewayKind | null {
  const named = gatewayKind.safeParse(env[LINE]);
  if (named.success) return named.data;
  try {
    return chosenKind(env);
  } catch {
    return null;
  }
}

/**
 * Behind a proxy on the same machine, the server listens on loopback, so that every request passes the proxy.
 */
export const settingsOf = (name: string, answer: string, env: Env): Record<string, string | null> => ({
  [name]: answer.trim() || null,
  ...(name === PROXY && isOn(answer) && !env.HOST && { HOST: '127.0.0.1' }),
});

export const isOn = (value: string) => /^(1|true|on)$/i.test(value);

export function errorAbout(name: string, env: Env): string | null {
  const setting = SETTINGS[name];
  // the setting is first checked alone, so that another wrong or missing setting does not hide its error
  const alone = setting && refusal(() => readSettings({ [name]: setting }, env));
  if (alone) return alone.sentence;
  const found = errorIn(env);
  return found?.name === name ? found.sentence : null;
}

export const errorIn = (env: Env) => refusal(() => readConfig(env));

function refusal(read: () => unknown): { name: string; sentence: string } | null {
  try {
    read();
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [name = ''] = error.message.split(' ', 1);
    return { name: SETTINGS[name] ? name : '', sentence: error.message };
  }
}

function suggestionFor(name: string, env: Env): string {
  const kind = lineOf(env);
  if (name === LINE) return kind ?? '';
  if (name === COUNTRY) return countryOfLocale();
  if (name === PROXY) return '1';
  if (name === BUDGET) return SUGGESTED_BUDGET;
  return name === BACKUPS && kind && BLOCKS[kind].can.reachPeople ? './backups' : '';
}

function countryOfLocale(): string {
  const { region = 'US' } = new Intl.Locale(new Intl.DateTimeFormat().resolvedOptions().locale);
  return errorAbout(COUNTRY, { [COUNTRY]: region }) ? 'US' : region;
}
