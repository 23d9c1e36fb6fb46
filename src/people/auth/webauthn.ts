import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { isLoopback } from '../../app/config/config';
import { notFound, VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { Passkey, PasskeyInput, PasskeySignInInput } from '../../contract/passkeys';
import { displayName, formatPhone } from '../../contract/people';
import { findUser, markActive } from '../users';
import { parseUserAgent } from './devices';
import { addChallenge, CHALLENGE_LIFE_MS, type ChallengeFor, takeChallenge } from './passkey-challenges';
import {
  findPasskey,
  listBeforeAdding,
  listPasskeyRows,
  markPasskeyUsed,
  type PasskeyRow,
  storePasskey,
} from './passkeys';
import { type Actor, tellOwner } from './told';

/** Called only when a passkey is used, because loading the library takes 0.1 to 0.3 seconds. */
async function webauthn() {
  await import('reflect-metadata'); // the bundler would run it after the part of the library that needs it
  return import('@simplewebauthn/server');
}

/** Browsers offer passkeys only for an address with a host name, and only with https or on this machine. */
export function hasPasskeys(app: App): boolean {
  const { protocol, hostname } = new URL(app.publicUrl);
  if (/^[\d.]+$|^\[/.test(hostname)) return false;
  return protocol === 'https:' || isLoopback(hostname);
}

export async function startAddingPasskey(app: App, user: User) {
  requirePasskeys(app);
  chargeRateLimits(app, { 'passkey challenge for a person': user.id });
  const known = listBeforeAdding(app, user.id);
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
  addChallenge(app, options.challenge, { purpose: 'adding', userId: user.id });
  return { ...options };
}

export async function addPasskey(app: App, user: User, input: PasskeyInput, actor: Actor): Promise<Passkey> {
  requirePasskeys(app);
  const { verifyRegistrationResponse } = await webauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...input,
      clientExtensionResults: {},
      response: { ...input.response, transports: input.response.transports as AuthenticatorTransport[] },
    },
    expectedChallenge: (challenge) => takeChallenge(app, challenge, { purpose: 'adding', userId: user.id }),
    expectedOrigin: new URL(app.publicUrl).origin,
    expectedRPID: hostOf(app),
    requireUserVerification: true,
  }).catch(refuse(app, 'This passkey could not be added. Please try again.'));
  if (!registrationInfo) throw new VisibleError('passkey_refused', 'This passkey could not be added.');
  const { credential, credentialBackedUp } = registrationInfo;
  return transaction(app.db, () => {
    const stored = storePasskey(app, {
      credential: credential.id,
      userId: user.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      synced: credentialBackedUp,
      ...parseUserAgent(actor.userAgent),
    });
    tellOwner(app, user, actor, { act: 'passkey added' });
    return stored;
  });
}

export async function startPasskeySignIn(app: App, address: string | null) {
  requirePasskeys(app);
  chargeRateLimits(app, { 'passkey challenge for an address': address });
  return startAsking(app, { purpose: 'sign-in', userId: null });
}

export const signInWithPasskey = async (app: App, input: PasskeySignInInput): Promise<User> =>
  verifyPasskey(app, input, { purpose: 'sign-in', userId: null });

/** The challenge proves nothing at a sign-in, and is for this person alone. */
export async function startPasskeyProof(app: App, user: User) {
  requirePasskeys(app);
  const known = listPasskeyRows(app, user.id);
  if (known.length === 0) throw notFound('Passkey');
  chargeRateLimits(app, { 'passkey challenge for a person': user.id });
  return startAsking(app, { purpose: 'proof', userId: user.id }, known);
}

export const proveWithPasskey = async (app: App, user: User, input: PasskeySignInInput): Promise<User> =>
  verifyPasskey(app, input, { purpose: 'proof', userId: user.id });

async function startAsking(app: App, asked: ChallengeFor, allowed: PasskeyRow[] = []) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: hostOf(app),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(toDescriptor),
  });
  addChallenge(app, options.challenge, asked);
  return { ...options };
}

async function verifyPasskey(app: App, input: PasskeySignInInput, asked: ChallengeFor): Promise<User> {
  requirePasskeys(app);
  const found = findPasskey(app, input.id);
  const { userHandle, ...response } = input.response;
  // an authenticator that was asked for certain passkeys need not tell the handle (WebAuthn level 3, 6.3.3)
  const isHandle = userHandle === Buffer.from(handleOf(found?.userId ?? 0)).toString('base64url');
  const isTheirs = asked.userId === null ? isHandle : found?.userId === asked.userId;
  if (!found || !isTheirs) throw new VisibleError('passkey_unknown', UNKNOWN);
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...input, clientExtensionResults: {}, response },
    expectedChallenge: (challenge) => takeChallenge(app, challenge, asked),
    expectedOrigin: new URL(app.publicUrl).origin,
    expectedRPID: hostOf(app),
    credential: { id: found.credential, publicKey: new Uint8Array(found.publicKey), counter: found.counter },
    requireUserVerification: true,
  }).catch(refuse(app, 'This passkey was not accepted. Please try again.'));
  if (!verified) throw new VisibleError('passkey_refused', 'The signature of this passkey is wrong.');
  return transaction(app.db, () => {
    const { newCounter, credentialBackedUp } = authenticationInfo;
    const user =
      markPasskeyUsed(app, found.id, newCounter, credentialBackedUp) && findUser(app, found.userId);
    if (!user) throw new VisibleError('passkey_unknown', UNKNOWN);
    markActive(app, user.id);
    return user;
  });
}

const UNKNOWN =
  'This server does not know this passkey. It may have been removed: sign in with a code, and remove it on your device.';

function requirePasskeys(app: App) {
  if (!hasPasskeys(app))
    throw new VisibleError(
      'passkeys_unavailable',
      'Passkeys need an https address with a host name (PUBLIC_URL).',
    );
}

const refuse = (app: App, message: string) => (error: unknown) => {
  app.log.info({ err: error }, 'a passkey was refused');
  throw new VisibleError('passkey_refused', message);
};

const hostOf = (app: App) => new URL(app.publicUrl).hostname;

/** Returns the id of a user for WebAuthn: bytes that do not tell the person's name or number. */
const handleOf = (userId: number) => new TextEncoder().encode(String(userId));

const toDescriptor = ({ credential, transports }: PasskeyRow) => ({
  id: credential,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
});
