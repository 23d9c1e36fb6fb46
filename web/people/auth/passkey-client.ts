import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { client, errorMessage, isUnreached } from '../../product/trpc';
import { withProof } from './proof';

/** Returns null if the person closed the browser's dialog or gave no proof. Rejects with an error message for the person. */
export async function addPasskey() {
  const optionsJSON = await ask(() => withProof(() => client.passkeys.startAdding.mutate()));
  const made = optionsJSON && (await startRegistration({ optionsJSON: optionsJSON as never }).catch(explain));
  return made && ask(() => client.passkeys.add.mutate(made));
}

export async function signInWithPasskey() {
  const optionsJSON = await ask(() => client.passkeys.startSignIn.mutate());
  const signed = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(explain);
  return signed && ask(() => client.passkeys.signIn.mutate(signed));
}

export async function proveWithPasskey() {
  const optionsJSON = await ask(() => client.proof.startPasskey.mutate());
  const signed = await startAuthentication({ optionsJSON: optionsJSON as never }).catch(explain);
  return signed && ask(() => client.proof.byPasskey.mutate(signed));
}

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new Error(
      isUnreached(error) ? 'There is no connection.' : errorMessage(error, 'Please try again.'),
    );
  }
}

function explain(error: unknown): null {
  const code = error instanceof WebAuthnError ? error.code : null;
  const { name } = error as Error;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    throw new Error('This device has a passkey for your account already.');
  if (code === 'ERROR_INVALID_RP_ID' || code === 'ERROR_INVALID_DOMAIN')
    throw new Error('Passkeys work only at the address that this server is set up for.');
  if (name === 'NotAllowedError' || name === 'AbortError') return null;
  throw new Error('This device cannot do that. It needs a screen lock, such as a fingerprint or a PIN.');
}
