import { createHmac, timingSafeEqual } from 'node:crypto';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';

/** Time that a person has at the provider, and then for the code that connects an account. */
export const PROVIDER_LIFE_MS = 10 * 60_000;

/** Returns a value for a cookie that nobody else can have made. It is readable. */
export function seal(app: App, purpose: string, value: object): string {
  const until = app.now() + PROVIDER_LIFE_MS;
  const text = Buffer.from(JSON.stringify({ ...value, until })).toString('base64url');
  return `${text}.${sign(app, purpose, text)}`;
}

export function unseal<T>(app: App, purpose: string, sealed: string | null): T | null {
  const [text = '', given = ''] = sealed?.split('.') ?? [];
  const [expected, signature] = [Buffer.from(sign(app, purpose, text)), Buffer.from(given)];
  if (expected.length !== signature.length || !timingSafeEqual(expected, signature)) return null;
  const value = JSON.parse(Buffer.from(text, 'base64url').toString()) as T & { until: number };
  return isAhead(app, value.until, PROVIDER_LIFE_MS) ? value : null;
}

const sign = (app: App, purpose: string, text: string): string =>
  createHmac('sha256', app.secret).update(`${purpose} ${text}`).digest('base64url');
