import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { prepared, transaction } from '../../db/open';
import type { passkeys, User } from '../../db/schema';
import type { App } from '../app';
import { isLoopback } from '../config';
import { PASSKEYS_MAX, type Passkey, type PasskeyInput, type PasskeySignInInput } from '../contract/passkeys';
import { deviceName, displayName, formatPhone } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { notFound, VisibleError } from '../errors';
import { chargeRateLimits } from '../rate-limits';
import { findUser, markActive } from '../users/users';
import { logForOwner } from './account-log';
import { type Caller, parseUserAgent } from './devices';
import { addChallenge, CHALLENGE_LIFE_MS, takeChallenge } from './passkey-challenges';

/*
 * Passkeys (docs/product.md: Passkeys), by W3C WebAuthn level 3. The library is loaded when the first passkey is
 * used, because it takes 60 ms to load.
 */
const webauthn = () => import('@simplewebauthn/server');

/**
 * Tells if browsers can use passkeys at this server's address: they know them only for host names, and only with
 * https or on this machine.
 */
export function hasPasskeys(app: App): boolean {
  const { protocol, hostname } = new URL(app.publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === 'https:' || isLoopback(hostname);
}

/** Returns the options with which a browser makes a passkey for a user. Throws CONFLICT past PASSKEYS_MAX. */
export async function startAddingPasskey(app: App, user: User) {
  requirePasskeys(app);
  const known = statements(app.db).listOfUser.all({ userId: user.id });
  refuseTooMany(known.length);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: app.config.productName,
    rpID: hostOf(app),
    userID: handleOf(user.id),
    userName: formatPhone(user.phone),
    userDisplayName: displayName(user),
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  addChallenge(app, options.challenge, user.id);
  return { ...options };
}

/**
 * Stores the passkey that a browser has made for a user. Throws BAD_REQUEST if the answer of the browser is wrong
 * or late, and CONFLICT past PASSKEYS_MAX or if the passkey is known.
 */
export async function addPasskey(
  app: App,
  user: User,
  input: PasskeyInput,
  caller: Caller,
): Promise<Passkey> {
  requirePasskeys(app);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...input,
      clientExtensionResults: {},
      response: { ...input.response, transports: input.response.transports as AuthenticatorTransport[] },
    },
    expectedChallenge: (challenge) => takeChallenge(app, challenge, user.id),
    expectedOrigin: new URL(app.publicUrl).origin,
    expectedRPID: hostOf(app),
    requireUserVerification: true,
  }).catch(refuse(app, 'This passkey could not be added. Please try again.'));
  if (!registrationInfo) throw new VisibleError('BAD_REQUEST', 'This passkey could not be added.');
  const { credential, credentialBackedUp } = registrationInfo;
  const { browser, system } = parseUserAgent(caller.userAgent);
  return transaction(app.db, () => {
    const { listOfUser, find, insert } = statements(app.db);
    refuseTooMany(listOfUser.all({ userId: user.id }).length);
    if (find.get({ credential: credential.id }))
      throw new VisibleError('CONFLICT', 'This passkey is added already.');
    const row = insert.get({
      credential: credential.id,
      userId: user.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      synced: Number(credentialBackedUp),
      browser,
      system,
      now: app.now(),
    })!;
    logForOwner(app, user.id, 'passkey added', deviceName({ browser, system }));
    return toPasskey(row);
  });
}

/** Returns the options with which a browser asks for a passkey of any user. Throws TOO_MANY_REQUESTS. */
export async function startPasskeySignIn(app: App, address: string | null) {
  requirePasskeys(app);
  chargeRateLimits(app, { 'passkey challenge for an address': address });
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(app),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
  });
  addChallenge(app, options.challenge, null);
  return { ...options };
}

/**
 * Returns the user of a passkey, after checking its signature. Throws BAD_REQUEST if the passkey is unknown or was
 * removed, or the answer of the browser is wrong or late.
 */
export async function signInWithPasskey(app: App, input: PasskeySignInInput): Promise<User> {
  requirePasskeys(app);
  const found = statements(app.db).find.get({ credential: input.id });
  const { userHandle, ...response } = input.response;
  // a challenge is used up in any case, so that an answer cannot be tried again
  if (!found || userHandle !== Buffer.from(handleOf(found.userId)).toString('base64url'))
    throw new VisibleError('BAD_REQUEST', UNKNOWN);
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...input, clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => takeChallenge(app, challenge, null),
    expectedOrigin: new URL(app.publicUrl).origin,
    expectedRPID: hostOf(app),
    credential: { id: found.credential, publicKey: new Uint8Array(found.publicKey), counter: found.counter },
    requireUserVerification: true,
  }).catch(refuse(app, 'Signing in with this passkey failed. Please try again.'));
  if (!verified) throw new VisibleError('BAD_REQUEST', 'The signature of this passkey is wrong.');
  return transaction(app.db, () => {
    const { changes } = statements(app.db).use.run({
      id: found.id,
      counter: authenticationInfo.newCounter,
      synced: Number(authenticationInfo.credentialBackedUp),
      now: app.now(),
    });
    const user = changes > 0 && findUser(app, found.userId); // it may have been removed meanwhile
    if (!user) throw new VisibleError('BAD_REQUEST', UNKNOWN);
    markActive(app, user.id);
    return user;
  });
}

const UNKNOWN =
  'This server does not know this passkey. It may have been removed: sign in with a code, and remove it on your device.';

/** Returns the passkeys of a user, the newest first. */
export const listPasskeys = (app: App, user: User): Passkey[] =>
  statements(app.db).listOfUser.all({ userId: user.id }).map(toPasskey);

/** Removes a passkey of the user. Throws NOT_FOUND if the user has no such passkey. */
export function removePasskey(app: App, user: User, id: number): Done {
  return transaction(app.db, () => {
    const removed = statements(app.db).remove.get({ userId: user.id, id });
    if (!removed) throw notFound('Passkey');
    logForOwner(app, user.id, 'passkey removed', deviceName(removed));
    return succeeded('The passkey is removed.');
  });
}

/** Removes all passkeys of a user and returns how many. */
export const removeAllPasskeys = (app: App, userId: number): number =>
  statements(app.db).removeAll.run({ userId }).changes;

function requirePasskeys(app: App) {
  if (!hasPasskeys(app))
    throw new VisibleError('NOT_FOUND', 'Passkeys need an https address with a host name (PUBLIC_URL).');
}

function refuseTooMany(count: number) {
  if (count >= PASSKEYS_MAX)
    throw new VisibleError('CONFLICT', `You have ${PASSKEYS_MAX} passkeys. Remove one first.`);
}

/** Returns a function that throws a sentence for people instead of the library's error, which goes to the log. */
const refuse = (app: App, message: string) => (error: unknown) => {
  app.log.info({ err: error }, 'a passkey was refused');
  throw new VisibleError('BAD_REQUEST', message);
};

const hostOf = (app: App) => new URL(app.publicUrl).hostname;

/** Returns the id of a user as WebAuthn has it: bytes without the person's name or number. */
const handleOf = (userId: number) => new TextEncoder().encode(String(userId));

type Row = typeof passkeys.$inferSelect;

const toDescriptor = ({ credential, transports }: Row) => ({
  id: credential,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});

const toPasskey = ({ id, browser, system, synced, createdAt, usedAt }: Row): Passkey => ({
  id,
  browser,
  system,
  synced: Boolean(synced),
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
});

const COLUMNS = `id, credential, user_id as userId, public_key as publicKey, counter, transports, synced, browser, system,
  created_at as createdAt, used_at as usedAt`;

type NewRow = Omit<Row, 'id' | 'synced' | 'createdAt' | 'usedAt'> & { synced: number; now: number };

const statements = prepared(({ $client }) => ({
  listOfUser: $client.prepare<Row, { userId: number }>(
    `select ${COLUMNS} from passkeys where user_id = $userId order by id desc`,
  ),
  find: $client.prepare<Row, { credential: string }>(
    `select ${COLUMNS} from passkeys where credential = $credential`,
  ),
  insert: $client.prepare<Row, NewRow>(`
    insert into passkeys (credential, user_id, public_key, counter, transports, synced, browser, system, created_at)
    values ($credential, $userId, $publicKey, $counter, $transports, $synced, $browser, $system, $now)
    returning ${COLUMNS}`),
  use: $client.prepare<unknown, { id: number; counter: number; synced: number; now: number }>(`
    update passkeys set counter = $counter, synced = $synced, used_at = $now where id = $id`),
  remove: $client.prepare<Pick<Row, 'browser' | 'system'>, { userId: number; id: number }>(
    'delete from passkeys where id = $id and user_id = $userId returning browser, system',
  ),
  removeAll: $client.prepare<unknown, { userId: number }>('delete from passkeys where user_id = $userId'),
}));
