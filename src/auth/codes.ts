import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { prepared, transaction } from '../../db/open';
import type { codes, User } from '../../db/schema';
import type { App } from '../app';
import { isAhead } from '../clock';
import type { codeState } from '../contract/auth';
import { CODE_LENGTH } from '../contract/limits';
import { formatPhone } from '../contract/people';
import { VisibleError } from '../errors';
import { dropCodes, enqueue, hasStopped, type OutboxRow } from '../outbox/outbox';
import { codeText } from '../outbox/texts';
import { mayText } from '../phone';
import { chargeRateLimits, EVERYBODY } from '../rate-limits';
import { findOrCreateUser, markActive } from '../users/users';

export const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** If a code has not been given to the gateway after this time, its state is `slow`. */
const SLOW_AFTER_MS = 8_000;

/**
 * Texts a new code to an E.164 number (docs/product.md: Verification codes). An earlier code is then not
 * valid any more. Returns the challenge, for a cookie of the browser. Throws TOO_MANY_REQUESTS past a rate
 * limit, and BAD_REQUEST for a number that must not be texted. Throws FORBIDDEN for a number that has opted
 * out by STOP.
 */
export function issueCode(app: App, phone: string, address: string | null): string {
  if (!mayText(phone, app.config.allowedCountries))
    throw new VisibleError('BAD_REQUEST', 'We cannot text this number.');
  return transaction(app.db, () => {
    if (hasStopped(app, phone))
      throw new VisibleError(
        'FORBIDDEN',
        `This number has opted out of texts. Text START to ${formatPhone(app.config.phoneNumber)} first.`,
      );
    if (!app.sms.simulated)
      chargeRateLimits(app, {
        'code to a number': phone,
        'code to a number a day': phone,
        'code to anybody a day': EVERYBODY,
        'code from an address': address,
      });
    const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
    const challenge = randomBytes(16).toString('base64url');
    statements(app.db).replaceCode.run({
      phone,
      challenge: sha256(challenge),
      hash: hashCode(app, phone, code),
      expiresAt: app.now() + CODE_LIFE_MS,
    });
    dropCodes(app, phone);
    enqueue(app, { to: phone, kind: 'code', body: codeText(app, code) });
    return challenge;
  });
}

/**
 * Returns how far the text with the code of a challenge has come. Returns null if no code belongs to the
 * challenge any more.
 */
export function findCodeState(app: App, challenge: string | null): z.infer<typeof codeState> {
  const text = challenge && statements(app.db).findText.get({ challenge: sha256(challenge) });
  if (!text) return null;
  const { state, error, createdAt } = text;
  if (state === 'sent' || state === 'delivered') return 'sent';
  if (state === 'failed' || state === 'dropped') return 'failed';
  return error !== null || app.now() - createdAt > SLOW_AFTER_MS ? 'slow' : 'sending';
}

/**
 * Checks a code and deletes it if it is right. Returns the account of the number, and creates one if there is
 * none. Throws BAD_REQUEST, always with the same sentence, if the code is wrong or expired or no try is left.
 * A try is counted before the code is compared, so that a crash gives nobody another try.
 */
export function consumeCode(
  app: App,
  phone: string,
  code: string,
  challenge: string | null,
): { user: User; isNew: boolean } {
  const expected = countTry(app, phone, challenge);
  const matches =
    expected !== null && timingSafeEqual(Buffer.from(expected), Buffer.from(hashCode(app, phone, code)));
  if (!matches) throw new VisibleError('BAD_REQUEST', 'Invalid verification code', { success: false });
  return transaction(app.db, () => {
    statements(app.db).deleteCode.run({ phone });
    dropCodes(app, phone);
    const account = findOrCreateUser(app, phone);
    markActive(app, account.user.id);
    return account;
  });
}

/** Counts a try and returns the hash to compare with, or null if there is no code or no try left. */
function countTry(app: App, phone: string, challenge: string | null): string | null {
  return transaction(app.db, () => {
    const row = statements(app.db).findCode.get({ phone });
    if (!row || !isAhead(app, row.expiresAt, CODE_LIFE_MS)) return null;
    const own = challenge !== null && sha256(challenge) === row.challenge;
    if ((own ? row.tries : row.strayTries) >= MAX_TRIES) return null;
    statements(app.db).addTry.run({ phone, own: Number(own), stray: Number(!own) });
    return row.hash;
  });
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const hashCode = (app: App, phone: string, code: string) =>
  createHmac('sha256', app.secret).update(`${phone} ${code}`).digest('base64url');

type Code = typeof codes.$inferSelect;

const statements = prepared(({ $client }) => ({
  findCode: $client.prepare<Omit<Code, 'phone'>, { phone: string }>(`
    select challenge, hash, tries, stray_tries as strayTries, expires_at as expiresAt
      from codes where phone = $phone`),
  findText: $client.prepare<Pick<OutboxRow, 'state' | 'error' | 'createdAt'>, { challenge: string }>(`
    select o.state, o.error, o.created_at as createdAt
      from codes c cross join outbox o on o.phone = c.phone and o.kind = 'code'
     where c.challenge = $challenge order by o.id desc limit 1`),
  replaceCode: $client.prepare<unknown, Pick<Code, 'phone' | 'challenge' | 'hash' | 'expiresAt'>>(`
    replace into codes (phone, challenge, hash, tries, stray_tries, expires_at)
    values ($phone, $challenge, $hash, 0, 0, $expiresAt)`),
  addTry: $client.prepare<unknown, { phone: string; own: number; stray: number }>(`
    update codes set tries = tries + $own, stray_tries = stray_tries + $stray where phone = $phone`),
  deleteCode: $client.prepare<unknown, { phone: string }>('delete from codes where phone = $phone'),
}));
