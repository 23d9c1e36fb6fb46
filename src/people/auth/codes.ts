import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { prepared, transaction } from '../../../db/open';
import type { codes, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import { mayText } from '../../app/phone';
import { chargeRateLimits, countHitsLeft, tryChargeRateLimits } from '../../app/rate-limits';
import type { codeState } from '../../contract/auth';
import { CODE_LENGTH } from '../../contract/limits';
import { formatPhone } from '../../contract/people';
import { recordAgreement } from '../../outbox/consent';
import { isOwnNumber } from '../../outbox/lines';
import { dropText, enqueue, hasStopped, type OutboxRow } from '../../outbox/outbox';
import { codeText } from '../../outbox/texts';
import { admit, listInviters, mayEnter, turnAway } from '../sign-up';
import { markActive } from '../users';
import { brakeCodes } from './code-brake';

export const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;
const SLOW_AFTER_MS = 8_000;
/** After this time a code counts as sent if its real state would tell who has an account. */
const SENT_WITHIN_MS = 1_000;

export type Asker = {
  address: string | null;
  device?: string | null;
  challenge?: string | null;
};

/** Without `isSent`, the person waits for a code that nobody gets. */
export function issueCode(app: App, phone: string, asker: Asker, isSent = mayEnter(app, phone)): string {
  if (!mayText(phone, app.config.allowedCountries) || isOwnNumber(app, phone))
    throw new VisibleError('number_not_textable', 'We cannot text this number.');
  return transaction(app.db, () => {
    if (hasStopped(app, phone))
      throw new VisibleError(
        'number_opted_out',
        `This number has opted out of texts. Text START to ${formatPhone(app.config.phoneNumber)} first.`,
      );
    if (asker.challenge) deleteCode(app, phone, sha256(asker.challenge));
    statements(app.db).deleteExpired.run({ now: app.now(), latest: app.now() + CODE_LIFE_MS });
    if (app.sms.can.reachPeople) chargeAsker(app, phone, asker);
    const maxTries = app.sms.can.reachPeople ? reserveTries(app, phone, asker) : MAX_TRIES;
    // nobody may learn from the answer who has an account, so a code that cannot be guessed waits for others
    const code = isSent
      ? String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
      : randomBytes(32).toString('hex');
    const challenge = randomBytes(16).toString('base64url');
    statements(app.db).insertCode.run({
      challenge: sha256(challenge),
      phone,
      device: asker.device ? sha256(asker.device) : null,
      network: networkOf(app, asker),
      hash: hashCode(app, phone, code),
      maxTries,
      expiresAt: app.now() + CODE_LIFE_MS,
    });
    const body = codeText(app, code);
    if (isSent) enqueue(app, { to: phone, kind: 'code', body, dedupeKey: textKey(sha256(challenge)) });
    else turnAway(app, phone);
    return challenge;
  });
}

/** What others ask for can neither use up the limits of a known device nor, together, those of the invited. */
function chargeAsker(app: App, phone: string, { address, device }: Asker): void {
  const asker = device ? `${phone} ${sha256(device)}` : `${phone} from ${address}`;
  chargeRateLimits(app, {
    'code to a number for an asker': asker,
    'code to a number for an asker a day': asker,
    'code to a number a day': device ? null : phone,
  });
  if (device || isInvited(app, phone)) return;
  chargeRateLimits(app, { 'code from an address': address });
  brakeCodes(app, address);
}

const isInvited = (app: App, phone: string): boolean =>
  listInviters(app, phone).some(({ id }) =>
    tryChargeRateLimits(app, { 'code to the invited of a person a day': id }),
  );

/**
 * The wrong tries of the last day and the tries that waiting codes still have, taken together, stay within a
 * limit. So nobody can use up the tries of another code, or get more tries by asking for many codes.
 */
function reserveTries(app: App, phone: string, asker: Asker): number {
  const name = 'wrong code for a number a day';
  const device = asker.device ? sha256(asker.device) : null;
  const key = wrongKey(phone, device);
  const left = countHitsLeft(app, name, key);
  if (left === 0) chargeRateLimits(app, { [name]: key }); // throws, because no hit is left
  const codes = statements(app.db).listCodes.all({ phone, device });
  const triesOf = (some: typeof codes) => some.reduce((sum, code) => sum + code.maxTries - code.tries, 0);
  const free = left - triesOf(codes);
  if (free < 1) {
    const seconds = Math.ceil((Math.min(...codes.map(({ expiresAt }) => expiresAt)) - app.now()) / 1000);
    throw new VisibleError('codes_waiting', TOO_MANY_WAIT, { retryAfter: Math.max(1, seconds) });
  }
  const ownNetwork = codes.filter(({ network }) => network === networkOf(app, asker));
  return Math.min(free, Math.max(1, MAX_TRIES - triesOf(ownNetwork)));
}

const TOO_MANY_WAIT =
  'Too many codes for this number wait to be used. Please sign in on a device where you have signed in before, or try again in ten minutes.';

export function findCodeState(app: App, challenge: string | null): z.infer<typeof codeState> {
  const text = challenge && statements(app.db).findText.get({ challenge: sha256(challenge) });
  if (!text) return null;
  const { state, error, createdAt, expiresAt, device } = text;
  const isHidden = app.config.signUp !== 'open' && device === null;
  if (state === null || createdAt === null || isHidden)
    return app.now() > expiresAt - CODE_LIFE_MS + SENT_WITHIN_MS ? 'sent' : 'sending';
  if (state === 'sent' || state === 'delivered') return 'sent';
  if (state === 'failed' || state === 'dropped') return 'failed';
  return error !== null || app.now() - createdAt > SLOW_AFTER_MS ? 'slow' : 'sending';
}

/**
 * Returns the account of the number, and creates one if there is none. Throws BAD_REQUEST, always with the
 * same sentence, if the code is wrong or expired or no try is left. A wrong try is counted before the answer
 * is sent, so that a crash gives nobody another try.
 */
export function consumeCode(
  app: App,
  phone: string,
  code: string,
  challenge: string | null,
): { user: User; isNew: boolean } {
  const account = transaction(app.db, () => {
    if (!spendCode(app, phone, code, challenge)) return null;
    const found = admit(app, phone);
    if (!found) return null;
    recordAgreement(app, phone, { act: 'code' });
    markActive(app, found.user.id);
    return found;
  });
  if (!account) throw new VisibleError('code_invalid', 'Invalid verification code', { success: false });
  return account;
}

/** Returns false if the code is wrong, and counts the try. */
export const spendCode = (app: App, phone: string, code: string, challenge: string | null): boolean =>
  transaction(app.db, () => {
    const right = findRightCode(app, phone, code, challenge && sha256(challenge));
    if (right) deleteCode(app, phone, right.challenge);
    return right !== null;
  });

/** If a valid code belongs to the challenge, only wrong tries are counted. Otherwise every try is counted. */
function findRightCode(app: App, phone: string, code: string, challenge: string | null): Code | null {
  const { findCode, findNewest, addTry } = statements(app.db);
  const valid = (row: Code | null) => (row && isAhead(app, row.expiresAt, CODE_LIFE_MS) ? row : null);
  const given = Buffer.from(hashCode(app, phone, code));
  const matches = (row: Code | null) =>
    timingSafeEqual(row ? Buffer.from(row.hash) : given, given) && row !== null;

  const own = valid(challenge === null ? null : findCode.get({ challenge, phone }));
  if (own) {
    if (own.tries >= own.maxTries) return null;
    if (matches(own)) return own;
    addTry.run({ challenge: own.challenge });
    tryChargeRateLimits(app, { 'wrong code for a number a day': wrongKey(phone, own.device) });
    return null;
  }
  const newest = valid(findNewest.get({ phone }));
  const key = app.sms.can.reachPeople ? phone : `${phone} ${newest?.challenge}`;
  if (!tryChargeRateLimits(app, { 'wrong code without a challenge a day': key })) return null;
  return matches(newest) ? newest : null;
}

function deleteCode(app: App, phone: string, challenge: string): void {
  const { changes } = statements(app.db).deleteCode.run({ phone, challenge });
  if (changes > 0) dropText(app, textKey(challenge), 'The code was used, or a newer one was asked for.');
}

const textKey = (challenge: string) => `code ${challenge}`;

/**
 * Returns the key under which wrong codes for a number are counted: one key for each known device, and one
 * for everybody else.
 */
const wrongKey = (phone: string, device: string | null) => (device ? `${phone} ${device}` : phone);

const networkOf = (app: App, { address }: Asker): string | null =>
  address && createHmac('sha256', app.secret).update(`network ${address}`).digest('base64url');

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');
const hashCode = (app: App, phone: string, code: string) =>
  createHmac('sha256', app.secret).update(`${phone} ${code}`).digest('base64url');

type Code = typeof codes.$inferSelect;
type CodeText = { [Name in 'state' | 'error' | 'createdAt']: OutboxRow[Name] | null } & Pick<
  Code,
  'expiresAt' | 'device'
>;

const COLUMNS =
  'challenge, phone, device, network, hash, tries, max_tries as maxTries, expires_at as expiresAt';

const statements = prepared(({ $client }) => ({
  findCode: $client.prepare<Code, { challenge: string; phone: string }>(
    `select ${COLUMNS} from codes where challenge = $challenge and phone = $phone`,
  ),
  findNewest: $client.prepare<Code, { phone: string }>(
    `select ${COLUMNS} from codes where phone = $phone order by expires_at desc, rowid desc limit 1`,
  ),
  // the codes for a number that share one limit of tries: codes of one known device, or all codes without a
  // known device
  listCodes: $client.prepare<Code, { phone: string; device: string | null }>(
    `select ${COLUMNS} from codes where phone = $phone and device is $device`,
  ),
  findText: $client.prepare<CodeText, { challenge: string }>(`
    select o.state, o.error, o.created_at as createdAt, c.expires_at as expiresAt, c.device
      from codes c left join outbox o on o.dedupe_key = 'code ' || c.challenge
     where c.challenge = $challenge`),
  insertCode: $client.prepare<unknown, Omit<Code, 'tries'>>(`
    insert into codes (challenge, phone, device, network, hash, max_tries, expires_at)
    values ($challenge, $phone, $device, $network, $hash, $maxTries, $expiresAt)`),
  addTry: $client.prepare<unknown, { challenge: string }>(
    'update codes set tries = tries + 1 where challenge = $challenge',
  ),
  deleteCode: $client.prepare<unknown, { challenge: string; phone: string }>(
    'delete from codes where challenge = $challenge and phone = $phone',
  ),
  deleteExpired: $client.prepare<unknown, { now: number; latest: number }>(
    'delete from codes where expires_at <= $now or expires_at > $latest',
  ),
}));
