import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import type { ProviderAnswer } from '../../contract/provider';
import { shorten } from '../../contract/text';
import { FetchFailed } from '../web-content';
import { connect, providerOf, returnAddress } from './provider';

export type Flow = { state: string; nonce: string; verifier: string };

export type Claims = Record<string, unknown>;

/** The library is loaded when it is first needed. */
const library = () => import('openid-client');

export async function begin(app: App): Promise<{ url: string; flow: Flow }> {
  const { scopes } = providerOf(app);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library();
  const flow = {
    state: random.randomState(),
    nonce: random.randomNonce(),
    verifier: random.randomPKCECodeVerifier(),
  };
  const configuration = await connect(app).catch(refuse(app));
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: returnAddress(app),
    scope: scopes,
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, flow };
}

export async function redeem(app: App, flow: Flow, answer: ProviderAnswer): Promise<Claims> {
  const { name } = providerOf(app);
  if (answer.error) {
    app.log.warn({ error: answer.error }, 'the identity provider refused a sign-in');
    throw new VisibleError('provider_refused', refusalOf(answer.error, name));
  }
  try {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const configuration = await connect(app);
    const url = new URL(returnAddress(app));
    for (const [key, value] of Object.entries(answer)) url.searchParams.set(key, value);
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const idToken = tokens.claims()!;
    // some providers tell phone and groups only there
    const more = configuration.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : {};
    return { ...more, ...idToken };
  } catch (error) {
    return refuse(app)(error);
  }
}

const refusalOf = (error: string, name: string): string =>
  error === 'access_denied'
    ? `${name} did not let you in, or you cancelled there. You can try again, or sign in with a code.`
    : `${name} could not sign you in (${shorten(error.replace(/[^\w.-]/g, ''), 40)}). Please try again, or sign in with a code.`;

/** Logs why, because only the operator can do something about it. */
export const refuse =
  (app: App) =>
  (error: unknown): never => {
    const { name } = providerOf(app);
    app.log.warn({ err: error }, 'a sign-in by the identity provider failed');
    if (hasCause(error, (cause) => cause instanceof FetchFailed))
      throw new VisibleError(
        'provider_unreachable',
        `${name} cannot be reached. Please try again, or sign in with a code.`,
      );
    if (hasCause(error, (cause) => (cause as { error?: string }).error === 'invalid_grant'))
      throw new VisibleError('sign_in_outdated', OUTDATED);
    throw new VisibleError(
      'provider_answer_invalid',
      `The answer of ${name} could not be checked. Whoever runs this server finds the reason in its log.`,
    );
  };

export const OUTDATED =
  'This sign-in was used or has expired, or began in another browser. Please begin again.';

function hasCause(error: unknown, isIt: (error: Error) => boolean): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (isIt(cause)) return true;
  return false;
}
