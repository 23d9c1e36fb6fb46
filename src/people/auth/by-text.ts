import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { prepared, transaction } from '../../../db/open';
import type { signInTexts, User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';
import { VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { SignInByText } from '../../contract/auth';
import { deviceName } from '../../contract/people';
import { recordAgreement } from '../../outbox/consent';
import { isOwnNumber } from '../../outbox/lines';
import { enqueue } from '../../outbox/outbox';
import { signedInText, signInExpiredText } from '../../outbox/texts';
import { admit, turnAway } from '../sign-up';
import { findUser, markActive } from '../users';
import { widen } from './code-brake';
import { type Caller, describe } from './devices';
import { WORDS } from './sign-in-words';

/** Once the text has come, the browser has the same time to fetch its session. */
export const SIGN_IN_LIFE_MS = 5 * 60_000;
/** Milliseconds for which a sign-in is remembered after its end. */
const REMEMBERED_MS = 60 * 60_000;
const MAX_TRIES = 5;
const DIGITS = 4;

export function startSignIn(
  app: App,
  phone: string,
  caller: Caller,
): { challenge: string; shown: SignInByText } {
  const { address } = caller;
  if (isOwnNumber(app, phone))
    throw new VisibleError('number_not_textable', 'This is the number of this server.');
  return transaction(app.db, () => {
    chargeRateLimits(app, {
      'sign-in by text from an address': address,
      'sign-in by text from a wide network a day': address && widen(address, { v4: 2, v6: 2 }),
    });
    statements(app.db).deleteOld.run({
      oldest: app.now() - REMEMBERED_MS,
      latest: app.now() + SIGN_IN_LIFE_MS,
    });
    const device = describe(caller);
    const challenge = randomBytes(16).toString('base64url');
    const phrase = newPhrase(app, phone);
    statements(app.db).insert.run({
      ...device,
      phone,
      hash: hashPhrase(app, phone, phrase),
      challenge: sha256(challenge),
      expiresAt: app.now() + SIGN_IN_LIFE_MS,
    });
    const shown = {
      phrase,
      phoneNumber: app.config.phoneNumber,
      device: deviceName(device),
      network: device.network ?? '',
    };
    return { challenge, shown };
  });
}

function newPhrase(app: App, phone: string): string {
  for (;;) {
    const digits = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const phrase = `${WORDS[randomInt(WORDS.length)]} ${digits}`;
    if (!findPhrase(app, phone, phrase)) return phrase;
  }
}

/**
 * The browser of the sign-in can then continue or, if the sign-in has expired, the sender gets a reply that
 * says so.
 */
export function receiveSignInText(app: App, phone: string, word: string): boolean {
  const [, name, digits] = PHRASE.exec(word) ?? [];
  if (!name || !app.config.signInByText) return false;
  const found = findPhrase(app, phone, `${name} ${digits}`);
  if (!found) {
    statements(app.db).addTry.run({ phone });
    return false;
  }
  if (found.userId !== null) return true; // the same text has come again
  const reply = (body: string) => enqueue(app, { to: phone, kind: 'reply', body });
  if (!isOpen(app, found)) {
    reply(signInExpiredText(app));
    return true;
  }
  const account = admit(app, phone);
  if (!account) {
    turnAway(app, phone);
    return true;
  }
  const { user } = account;
  recordAgreement(app, phone, { act: 'sign-in' });
  markActive(app, user.id);
  const expiresAt = app.now() + SIGN_IN_LIFE_MS;
  statements(app.db).receive.run({ phone, hash: found.hash, userId: user.id, expiresAt });
  reply(signedInText(app, { device: deviceName(found), network: found.network }));
  return true;
}

export function findSignInState(
  app: App,
  challenge: string | null,
): 'waiting' | 'received' | 'expired' | null {
  const found = challenge && statements(app.db).findByChallenge.get({ challenge: sha256(challenge) });
  if (!found) return null;
  if (!isOpen(app, found)) return 'expired';
  return found.userId === null ? 'waiting' : 'received';
}

export function finishSignIn(app: App, challenge: string | null): User {
  const user = transaction(app.db, () => {
    if (findSignInState(app, challenge) !== 'received') return null;
    const used = statements(app.db).use.get({ challenge: sha256(challenge ?? '') });
    return used && findUser(app, used.userId);
  });
  if (!user)
    throw new VisibleError('text_not_received', 'No text has come to sign you in. Please begin again.');
  return user;
}

const PHRASE = new RegExp(`^([a-z]+)(\\d{${DIGITS}})$`);

const isOpen = (app: App, { userId, tries, expiresAt }: Row): boolean =>
  isAhead(app, expiresAt, SIGN_IN_LIFE_MS) && (userId !== null || tries < MAX_TRIES);

const findPhrase = (app: App, phone: string, phrase: string): Row | null =>
  statements(app.db).findByPhrase.get({ phone, hash: hashPhrase(app, phone, phrase) });

const hashPhrase = (app: App, phone: string, phrase: string): string =>
  createHmac('sha256', app.secret).update(`sign in ${phone} ${phrase}`).digest('base64url');

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

type Row = typeof signInTexts.$inferSelect;
type Key = Pick<Row, 'phone' | 'hash'>;

const COLUMNS =
  'phone, hash, challenge, browser, system, network, tries, user_id as userId, expires_at as expiresAt';

const statements = prepared(({ $client }) => ({
  findByPhrase: $client.prepare<Row, Key>(
    `select ${COLUMNS} from sign_in_texts where phone = $phone and hash = $hash`,
  ),
  findByChallenge: $client.prepare<Row, { challenge: string }>(
    `select ${COLUMNS} from sign_in_texts where challenge = $challenge`,
  ),
  insert: $client.prepare<unknown, Omit<Row, 'tries' | 'userId'>>(`
    insert into sign_in_texts (phone, hash, challenge, browser, system, network, expires_at)
    values ($phone, $hash, $challenge, $browser, $system, $network, $expiresAt)`),
  addTry: $client.prepare<unknown, { phone: string }>(
    'update sign_in_texts set tries = tries + 1 where phone = $phone and user_id is null',
  ),
  receive: $client.prepare<unknown, Key & { userId: number; expiresAt: number }>(`
    update sign_in_texts set user_id = $userId, expires_at = $expiresAt
     where phone = $phone and hash = $hash`),
  use: $client.prepare<{ userId: number }, { challenge: string }>(`
    update sign_in_texts set challenge = null where challenge = $challenge returning user_id as userId`),
  deleteOld: $client.prepare<unknown, { oldest: number; latest: number }>(
    'delete from sign_in_texts where expires_at < $oldest or expires_at > $latest',
  ),
}));
