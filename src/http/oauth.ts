import type { Server } from 'bun';
import type { App } from '../app/app';
import { durable } from '../app/durable';
import { PROGRAM_SCOPES } from '../contract/programs';
import {
  ACCESS_MS,
  type ProgramTokens,
  redeemCode,
  refreshTokens,
  revokeProgramToken,
} from '../people/auth/program-tokens';
import { registerProgram } from '../people/auth/programs';
import { readJson, readText } from './body';
import { callerAddress } from './context';
import type { Routes } from './routes';

const RESOURCE = '/.well-known/oauth-protected-resource';
const GRANTS = ['authorization_code', 'refresh_token'];

/** OAuth 2.1 for programs (docs/product/tokens.md: Programs). The page where people allow it is in the web app. */
export const oauthRoutes = (app: App): Routes => ({
  [`GET ${RESOURCE}`]: () => describeResource(app),
  [`GET ${RESOURCE}/mcp`]: () => describeResource(app),
  'GET /.well-known/oauth-authorization-server': () => describeServer(app),
  'POST /oauth/register': (request: Request, server) => register(app, request, server),
  'POST /oauth/token': (request: Request) => giveTokens(app, request),
  'POST /oauth/revoke': (request: Request) => revoke(app, request),
});

/** The value of `WWW-Authenticate` by which a client of MCP finds all others (RFC 9728). */
export const pointToMetadata = (app: App, challenge: string | null): string =>
  `${challenge ?? 'Bearer realm="tagline"'}, resource_metadata="${app.publicUrl}${RESOURCE}/mcp", scope="${PROGRAM_SCOPES.join(' ')}"`;

/** RFC 9728. */
const describeResource = (app: App) =>
  Response.json({
    resource: `${app.publicUrl}/mcp`,
    resource_name: app.config.productName,
    authorization_servers: [app.publicUrl],
    scopes_supported: PROGRAM_SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${app.publicUrl}/api/docs`,
  });

/** RFC 8414. */
const describeServer = ({ publicUrl }: App) =>
  Response.json({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    scopes_supported: PROGRAM_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANTS,
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });

export const refuse = (error: string, error_description: string): Response =>
  Response.json({ error, error_description }, { status: 400 });

async function register(app: App, request: Request, server: Server<unknown>): Promise<Response> {
  const program = registerProgram(app, await readJson(request), callerAddress(app, request, server));
  if (!program)
    return refuse(
      'invalid_redirect_uri',
      'Name one to ten redirect_uris, by https, on this machine, or of an app.',
    );
  await durable(app);
  return Response.json(
    {
      client_id: program.id,
      client_id_issued_at: Math.floor(app.now() / 1000),
      client_name: program.name,
      redirect_uris: program.redirectUris,
      grant_types: GRANTS,
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    { status: 201 },
  );
}

export async function readForm(request: Request): Promise<Record<string, string | undefined>> {
  return Object.fromEntries(new URLSearchParams(await readText(request)));
}

async function giveTokens(app: App, request: Request): Promise<Response> {
  const form = await readForm(request);
  const {
    grant_type,
    code,
    refresh_token,
    client_id: program = '',
    redirect_uri: uri = '',
    code_verifier,
  } = form;
  if (!grant_type || !GRANTS.includes(grant_type))
    return refuse('unsupported_grant_type', `grant_type must be one of ${GRANTS.join(', ')}.`);
  const isCode = grant_type === 'authorization_code';
  if (isCode ? !code || !code_verifier : !refresh_token)
    return refuse('invalid_request', isCode ? 'Send code and code_verifier.' : 'Send refresh_token.');
  const tokens = isCode
    ? redeemCode(app, { code: code!, program, uri, verifier: code_verifier! })
    : refreshTokens(app, { refresh: refresh_token!, program });
  await durable(app); // also of a refusal, which may have ended what was stolen
  if (!tokens)
    return refuse(
      'invalid_grant',
      'It has been used, has expired, was revoked, or belongs to another program.',
    );
  return Response.json(toAnswer(tokens));
}

const toAnswer = ({ access, refresh, scope }: ProgramTokens) => ({
  access_token: access,
  token_type: 'Bearer',
  expires_in: ACCESS_MS / 1000,
  refresh_token: refresh,
  scope: scope === 'read' ? 'read' : PROGRAM_SCOPES.join(' '),
});

async function revoke(app: App, request: Request): Promise<Response> {
  const { token } = await readForm(request);
  if (!token) return refuse('invalid_request', 'Send token.');
  revokeProgramToken(app, token);
  await durable(app);
  return new Response(null, { status: 200 });
}
