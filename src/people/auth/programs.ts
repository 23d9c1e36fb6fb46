import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import { TOKEN_NAME_MAX } from '../../contract/limits';
import type { AllowProgramInput, ProgramRequest } from '../../contract/programs';
import { shorten } from '../../contract/text';
import { createToken } from './tokens';
import type { Actor } from './told';

export const CODE_MS = 60_000;
const DAY_MS = 86_400_000;
const URI_MAX = 2000;
/** Schemes by which a program on the same machine is called; these would run or show something instead. */
const UNSAFE_SCHEME = /^(javascript|data|vbscript|file|blob|about|view-source|filesystem|ws|wss|ftp):$/;

const isLoopback = ({ hostname }: URL) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);

function isReturn(uri: string): boolean {
  if (uri.length > URI_MAX || !URL.canParse(uri) || uri.includes('#')) return false;
  const url = new URL(uri);
  return url.protocol === 'http:' ? isLoopback(url) : !UNSAFE_SCHEME.test(url.protocol);
}

const metadata = z.object({
  client_name: z.string().trim().max(1000).optional(),
  redirect_uris: z.array(z.string().refine(isReturn)).min(1).max(10),
});

export type Program = { id: string; name: string; redirectUris: string[] };

/** Dynamic registration (RFC 7591). Returns null for metadata that cannot be used. */
export function registerProgram(app: App, given: unknown, address: string | null): Program | null {
  const parsed = metadata.safeParse(given);
  if (!parsed.success) return null;
  return transaction(app.db, () => {
    chargeRateLimits(app, { 'program from an address': address });
    return store(app, randomBytes(16).toString('base64url'), parsed.data);
  });
}

function store(app: App, id: string, { client_name, redirect_uris }: z.infer<typeof metadata>): Program {
  const name = shorten(client_name?.replace(/\p{C}/gu, '') || hostOf(redirect_uris[0]!), TOKEN_NAME_MAX - 3);
  statements(app.db).store.run({ id, name, uris: JSON.stringify(redirect_uris), now: app.now() });
  return { id, name, redirectUris: redirect_uris };
}

const hostOf = (uri: string) => new URL(uri).host || new URL(uri).protocol.replace(':', '');

/** A client id that is an address leads to the metadata of the program (Client ID Metadata Documents). */
async function findProgram(app: App, user: User, id: string): Promise<Program> {
  const known = statements(app.db).find.get({ id });
  const isAddress = id.startsWith('https://') && URL.canParse(id) && new URL(id).pathname !== '/';
  if (known && (!isAddress || Math.abs(app.now() - known.readAt) < DAY_MS))
    return { id, name: known.name, redirectUris: JSON.parse(known.uris) };
  if (!isAddress)
    throw new VisibleError('program_unknown', 'This program is not known here. Let it start again.');
  try {
    const { url, bytes } = await app.web.get(user.id, id, 'json');
    const document = z.looseObject({ client_id: z.literal(id) }).parse(JSON.parse(bytes.toString('utf8')));
    if (url !== id) throw new Error('It is somewhere else.');
    return store(app, id, metadata.parse(document));
  } catch {
    throw new VisibleError(
      'program_unreadable',
      `What the program says about itself cannot be read at ${id}.`,
    );
  }
}

/** Programs on the same machine listen on whatever port is free (RFC 8252, section 7.3). */
function sameReturn(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  if (!isReturn(asked)) return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  if (one.protocol !== 'http:' || !isLoopback(other)) return false;
  other.port = one.port;
  return one.href === other.href;
}

async function check(app: App, user: User, { client_id, redirect_uri, resource }: ProgramRequest) {
  const program = await findProgram(app, user, client_id);
  if (!program.redirectUris.some((uri) => sameReturn(uri, redirect_uri)))
    throw new VisibleError(
      'program_return_address',
      'The program wants to return to an address that is not its own.',
    );
  if (resource && !`${resource.replace(/\/$/, '')}/`.startsWith(`${app.publicUrl}/`))
    throw new VisibleError('program_other_server', 'The program asks for another server.');
  return program;
}

/** With the issuer (RFC 9207), so that a program does not take it for the answer of another server. */
function returnTo(app: App, { redirect_uri, state }: ProgramRequest, answer: Record<string, string>): string {
  const url = new URL(redirect_uri);
  for (const [name, value] of Object.entries({ ...answer, ...(state && { state }), iss: app.publicUrl }))
    url.searchParams.set(name, value);
  return url.href;
}

export async function lookAtProgram(app: App, user: User, request: ProgramRequest) {
  const { name } = await check(app, user, request);
  const scopes = request.scope?.split(' ') ?? [];
  const asked: 'read' | 'write' = scopes.includes('read') && !scopes.includes('write') ? 'read' : 'write';
  return {
    name,
    host: hostOf(request.redirect_uri),
    asked,
    denyTo: returnTo(app, request, { error: 'access_denied' }),
  };
}

export async function allowProgram(app: App, user: User, input: AllowProgramInput, actor: Actor) {
  const { id: program, name } = await check(app, user, input);
  const code = newSecret();
  transaction(app.db, () => {
    const { granted: scope, boards } = input;
    const token = createToken(app, user, { name, scope, boards, expiresAt: null }, actor).id;
    statements(app.db).give.run({ token, program, now: app.now() });
    statements(app.db).addCode.run({
      hash: hash(code),
      token,
      uri: input.redirect_uri,
      challenge: input.code_challenge,
      end: app.now() + CODE_MS,
    });
  });
  return { redirectTo: returnTo(app, input, { code }) };
}

const newSecret = () => randomBytes(32).toString('base64url');
export const hash = (secret: string): string => Bun.SHA256.hash(secret, 'base64url');

/** Also what nobody has used: an allowance without its code redeemed, and a program without an allowance. */
export function deleteUnusedPrograms(app: App): void {
  const { deleteUnredeemed, deleteCodes, deleteEnded, deletePrograms } = statements(app.db);
  const now = app.now();
  transaction(app.db, () => {
    deleteUnredeemed.run({ now, latest: now + CODE_MS });
    deleteCodes.run({ before: now - DAY_MS });
    deleteEnded.run({ now });
    deletePrograms.run({ before: now - DAY_MS });
  });
}

type StoredProgram = { name: string; uris: string; readAt: number };

const statements = prepared(({ $client }) => ({
  find: $client.prepare<StoredProgram, { id: string }>(
    'select name, redirect_uris as uris, read_at as readAt from programs where id = $id',
  ),
  store: $client.prepare<unknown, { id: string; name: string; uris: string; now: number }>(`
    insert into programs (id, name, redirect_uris, read_at) values ($id, $name, $uris, $now)
    on conflict (id) do update set name = $name, redirect_uris = $uris, read_at = $now`),
  give: $client.prepare<unknown, { token: number; program: string; now: number }>(
    'update access_tokens set program_id = $program, expires_at = $now where id = $token',
  ),
  addCode: $client.prepare<
    unknown,
    { hash: string; token: number; uri: string; challenge: string; end: number }
  >(`
    insert into program_codes (hash, token_id, redirect_uri, challenge, expires_at)
    values ($hash, $token, $uri, $challenge, $end)`),
  deleteUnredeemed: $client.prepare<unknown, { now: number; latest: number }>(`
    delete from access_tokens where id in (select token_id from program_codes where used = 0 and (expires_at <= $now or expires_at > $latest))`),
  deleteCodes: $client.prepare<unknown, { before: number }>(
    'delete from program_codes where expires_at <= $before',
  ),
  deleteEnded: $client.prepare<unknown, { now: number }>(
    'delete from access_tokens where refresh_until <= $now',
  ),
  deletePrograms: $client.prepare<unknown, { before: number }>(`
    delete from programs where read_at <= $before
       and not exists (select 1 from access_tokens t where t.program_id = programs.id)`),
}));
