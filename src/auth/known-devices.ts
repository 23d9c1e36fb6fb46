import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { User } from '../../db/schema';
import type { App } from '../app';

/*
 * The content of the device cookie: a random id, and a signature of it for each of the last people who have
 * signed in on the device (docs/product.md: Known devices). It signs nobody in.
 */

/** More people than a household has. */
const PEOPLE_MAX = 5;

/** Returns the id of a device, or null unless the cookie proves that the user has signed in on it. */
export function readDevice(app: App, cookie: string | null, user: User): string | null {
  const [id = '', ...signatures] = (cookie ?? '').split('.').slice(0, PEOPLE_MAX + 1);
  const expected = Buffer.from(sign(app, id, user));
  const isKnown = signatures.some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return isKnown ? id : null;
}

/** Returns the cookie of a device on which the user has signed in just now. */
export function addKnownUser(app: App, cookie: string | null, user: User): string {
  if (cookie && readDevice(app, cookie, user)) return cookie;
  const [given = '', ...signatures] = (cookie ?? '').split('.');
  const id = /^[\w-]{22}$/.test(given) ? given : randomBytes(16).toString('base64url');
  const others = id === given ? signatures.slice(0, PEOPLE_MAX - 1) : [];
  return [id, sign(app, id, user), ...others].join('.');
}

// by the account, not the number: the next owner of the number has another account
const sign = (app: App, id: string, user: User): string =>
  createHmac('sha256', app.secret).update(`device ${user.id} ${id}`).digest('base64url');
