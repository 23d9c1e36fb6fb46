import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';

/**
 * The device cookie contains a random id, and a signature of this id for each of the last PEOPLE_MAX people
 * who have signed in on the device. The cookie alone signs nobody in.
 */

const PEOPLE_MAX = 5;

/** Returns the id of the device if the cookie proves that the user has signed in on the device. */
export function readDevice(app: App, cookie: string | null, user: User): string | null {
  const [id = '', ...signatures] = (cookie ?? '').split('.').slice(0, PEOPLE_MAX + 1);
  const expected = Buffer.from(sign(app, id, user));
  const isKnown = signatures.some((given) => {
    const bytes = Buffer.from(given);
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
  return isKnown ? id : null;
}

export function addKnownUser(app: App, cookie: string | null, user: User): string {
  if (cookie && readDevice(app, cookie, user)) return cookie;
  const [given = '', ...signatures] = (cookie ?? '').split('.');
  const id = /^[\w-]{22}$/.test(given) ? given : randomBytes(16).toString('base64url');
  const others = id === given ? signatures.slice(0, PEOPLE_MAX - 1) : [];
  return [id, sign(app, id, user), ...others].join('.');
}

// signs the id of the account and not its phone number, so that a later account of this number does not count
// as known
const sign = (app: App, id: string, user: User): string =>
  createHmac('sha256', app.secret).update(`device ${user.id} ${id}`).digest('base64url');
