import type { ClientAuth, Configuration } from 'openid-client';
import { type App, perApp } from '../../app/app';
import type { OidcConfig } from '../../app/config/oidc';
import { bad, type Finding, good } from '../../contract/health';
import { createWeb } from '../web';

const KNOWN_MS = 60 * 60_000;
export const RETURN_PATH = '/login';
export const LOGOUT_PATH = '/oidc/logout';

/** Previews may not reach the operator's provider in a private network. */
const web = perApp(({ config }) => createWeb({ allow: config.oidc ? [config.oidc.host] : [] }));

type Fetch = (
  url: string,
  request?: { method?: string; headers?: HeadersInit; body?: BodyInit | null },
) => Promise<Response>;

export const fetchOf =
  (app: App): Fetch =>
  async (url, { method = 'GET', headers, body } = {}) => {
    const { status, ...answer } = await web(app).request(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body: await new Response(body).bytes() }),
    });
    return new Response(answer.body.length > 0 ? answer.body : null, { status, headers: answer.headers });
  };

/** The calls about a provider exist only on a server that has one. */
export const providerOf = ({ config }: App): OidcConfig => config.oidc!;

type Known = { configuration: Promise<Configuration>; until: number };
const known = perApp((): { now: Known | null } => ({ now: null }));

/** What the provider says of itself, read again every hour. */
export async function connect(app: App): Promise<Configuration> {
  const cached = known(app).now;
  if (cached && cached.until > Date.now()) return cached.configuration;
  const configuration = discover(app);
  known(app).now = { configuration, until: Date.now() + KNOWN_MS };
  configuration.catch(() => {
    known(app).now = null;
  });
  return configuration;
}

async function discover(app: App): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = providerOf(app);
  const { ClientSecretBasic, ClientSecretPost, None, ...client } = await import('openid-client');
  const authenticate: ClientAuth = (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    // basic is what a client has unless it was registered for another (OpenID Connect Registration 1.0, section 2)
    const isPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    const secretly = isPost ? ClientSecretPost : ClientSecretBasic;
    return (clientSecret === null ? None() : secretly(clientSecret))(server, ...request);
  };
  return client.discovery(issuer, clientId, undefined, authenticate, {
    [client.customFetch]: fetchOf(app) as never,
    execute: [
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      client.enableNonRepudiationChecks, // checks signatures of id tokens, also of those that come by TLS
    ],
  });
}

export const returnAddress = ({ publicUrl }: App) => `${publicUrl}${RETURN_PATH}`;

export async function examineProvider(app: App): Promise<Finding[]> {
  const { oidc } = app.config;
  if (!oidc) return [];
  const label = `Sign-in with ${oidc.name}`;
  try {
    const { issuer } = (await connect(app)).serverMetadata();
    const known = `It must know ${returnAddress(app)} as redirect URI, and ${app.publicUrl}${LOGOUT_PATH} for backchannel logout.`;
    return [good(label, known, { value: issuer })];
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { message?: string; body?: { issuer?: string } } };
    const why = cause?.body?.issuer ? `it calls itself ${cause.body.issuer}` : (cause?.message ?? message);
    return [bad(label, `It cannot be used: ${why}. Check OIDC_ISSUER.`, { value: oidc.issuer.href })];
  }
}
