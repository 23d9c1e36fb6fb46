import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { client, errorMessage, isUnreached } from '../../product/trpc';

/**
 * Asks the browser for a new passkey and stores it on the server. Rejects with an error message for the
 * person, or with PasskeyCancelled.
 */
export async function addPasskey() {
  const optionsJSON = await ask(() => client.passkeys.startAdding.mutate());
  const made = await startRegistration({ optionsJSON: optionsJSON as never }).catch(explain);
  return ask(() => client.passkeys.add.mutate(made));
}

/**
 * Asks the browser for a passkey and signs in with it. Rejects with an error message for the person, or with
 * PasskeyCancelled.
 */
export async function signInWithPasskey() {
  const optionsJSON = await ask(() => client.passkeys.startSignIn.mutate());
  const signed = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(explain);
  return ask(() => client.passkeys.signIn.mutate(signed));
}

/** Thrown if the person closed the dialog of the browser, or let it time out. */
export class PasskeyCancelled extends Error {}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new Error(
      isUnreached(error) ? 'There is no connection.' : errorMessage(error, 'Please try again.'),
    );
  }
}

function explain(error: unknown): never {
  const code = error instanceof WebAuthnError ? error.code : null;
  const { name } = error as Error;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new Error('This device has a passkey for your account already.');
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN')
    throw new Error('Passkeys work only at the address that this server is set up for.');
  if (name === 'NotAllowedError' || name === 'AbortError') throw new PasskeyCancelled();
  throw new Error('This device cannot do that. It needs a screen lock, such as a fingerprint or a PIN.');
}
