import { ask, type Connection, Refused, sendJson, type TokenAnswer, withTokens } from './connection';

type Metadata = Record<
  'issuer' | 'registration_endpoint' | 'authorization_endpoint' | 'token_endpoint',
  string
>;

/** OAuth 2.1 with PKCE and dynamic registration (docs/product/tokens.md: Programs). */
export async function signIn(server: string): Promise<Connection> {
  const found = await ask(`${server}/.well-known/oauth-authorization-server`);
  const metadata: Metadata | null = await found.json().catch(() => null);
  if (!metadata?.registration_endpoint) throw new Refused(`There is no Tagline at ${server}.`);
  const redirect_uri = chrome.identity.getRedirectURL();
  const registered = await ask(
    metadata.registration_endpoint,
    sendJson({ client_name: 'Browser extension', redirect_uris: [redirect_uri] }),
  );
  const { client_id, error_description, error } = await registered.json();
  if (!client_id) throw new Refused(error_description ?? error ?? 'The extension could not be registered.');

  const verifier = randomText();
  const state = randomText();
  const asked = new URL(metadata.authorization_endpoint);
  const challenge = toBase64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)));
  asked.search = `${new URLSearchParams({
    ...{ client_id, redirect_uri, state, response_type: 'code', scope: 'read write' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  })}`;
  const back = await chrome.identity
    .launchWebAuthFlow({ url: asked.href, interactive: true })
    .catch(() => undefined);
  if (!back) throw new Refused('The window was closed before you had allowed it.');
  const answer = new URL(back).searchParams;
  // another server may have answered (RFC 9207)
  if (answer.get('state') !== state || answer.get('iss') !== metadata.issuer)
    throw new Refused('The answer was not for this extension. Try again.');
  const code = answer.get('code');
  if (!code) throw new Refused('You have not allowed it.');
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: verifier };
  const redeemed = await ask(metadata.token_endpoint, { method: 'POST', body: new URLSearchParams(form) });
  if (!redeemed.ok) throw new Refused('Your server did not take its own answer. Try again.');
  return withTokens(metadata.issuer, client_id, (await redeemed.json()) as TokenAnswer);
}

/** The program also leaves the list in the profile (RFC 7009). */
export const signOut = ({ server, oauth }: Connection) =>
  oauth &&
  ask(`${server}/oauth/revoke`, { method: 'POST', body: new URLSearchParams({ token: oauth.refresh }) });

const randomText = () => toBase64url(crypto.getRandomValues(new Uint8Array(32)).buffer);

const toBase64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
