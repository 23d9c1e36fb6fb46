import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { prepared, replacing, transaction } from '../../db/open';
import { codes, type User } from '../../db/schema';
import type { App } from '../app';
import { CODE_LENGTH } from '../contract/limits';
import { formatPhone } from '../contract/people';
import { VisibleError } from '../errors';
import { enqueue, hasStopped } from '../outbox/outbox';
import { codeText } from '../outbox/texts';
import { mayText } from '../phone';
import { chargeRateLimits, EVERYBODY } from '../rate-limits';
import { findOrCreateUser, markActive } from '../users/users';

const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;

/**
 * Texts a new code to an E.164 number, known or not; the code before it ends. Answers the challenge that the
 * browser keeps. Throws 429 past a limit, 400 for a number that may not be texted, 403 after STOP (design 7).
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
    keep(app.db).run({
      phone,
      challenge: sha256(challenge),
      hash: hashCode(app, phone, code),
      tries: 0,
      strayTries: 0,
      expiresAt: app.now() + CODE_LIFE_MS,
    });
    enqueue(app, { to: phone, kind: 'code', body: codeText(app, code) });
    return challenge;
  });
}

const keep = replacing(codes, codes.phone);

/**
 * Uses up the code of a number and answers its account, made if there was none. The try is counted before the
 * code is compared, and tries without the login's challenge in a pool of their own, so that neither a crash nor
 * a stranger changes how many are left. Throws 400 whatever was wrong.
 */
export function consumeCode(
  app: App,
  phone: string,
  code: string,
  challenge: string | null,
): { user: User; isNew: boolean } {
  const expected = countTry(app, phone, challenge);
  const right = expected && timingSafeEqual(Buffer.from(expected), Buffer.from(hashCode(app, phone, code)));
  if (!right) throw new VisibleError('BAD_REQUEST', 'Invalid verification code', { success: false });
  return transaction(app.db, () => {
    drop(app.db).run({ phone });
    const account = findOrCreateUser(app, phone);
    markActive(app, account.user.id);
    return account;
  });
}

/** The hash to compare with, if there is a try left in this caller's pool. */
function countTry(app: App, phone: string, challenge: string | null): string | null {
  return transaction(app.db, () => {
    const row = ofPhone(app.db).get({ phone });
    if (!row || row.expiresAt <= app.now()) return null;
    const own = challenge !== null && sha256(challenge) === row.challenge;
    if ((own ? row.tries : row.strayTries) >= MAX_TRIES) return null;
    addTry(app.db).run({ phone, own: Number(own), stray: Number(!own) });
    return row.hash;
  });
}

const ofPhone = prepared((db) =>
  db
    .select()
    .from(codes)
    .where(eq(codes.phone, sql.placeholder('phone')))
    .prepare(),
);
const addTry = prepared((db) =>
  db.$client.prepare<unknown, { phone: string; own: number; stray: number }>(
    'update codes set tries = tries + $own, stray_tries = stray_tries + $stray where phone = $phone',
  ),
);
const drop = prepared((db) =>
  db.$client.prepare<unknown, { phone: string }>('delete from codes where phone = $phone'),
);

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const hashCode = (app: App, phone: string, code: string) =>
  createHmac('sha256', app.secret).update(`${phone} ${code}`).digest('base64url');
