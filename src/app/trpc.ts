import { initTRPC, TRPCError, type TRPCProcedureType } from '@trpc/server';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type User, users } from '../../db/schema';
import { BATCH_SIZE_MAX } from '../contract/limits';
import type { App } from './app';
import type { ComposedJson } from './composed-json';
import { operatorClaimOf } from './config/oidc';
import { requireInDemo } from './demo-calls';
import { durable } from './durable';
import { signedOut, toVisibleError, VisibleError } from './errors';
import type { RateLimitName } from './rate-limits';
import { withReserve } from './reserve';
import { type Grant, refuseToken, requireByBoard, requireScope, scopeOf } from './scopes';

export type Context = {
  app: App;
  user: User | null;
  token: Grant | null;
  cookie: string | null;
  resHeaders: Headers;
  /**
   * Null for a caller on this machine, to whom limits by address do not apply (docs/product/limits.md: Rate
   * limits).
   */
  address: string | null;
  userAgent: string | null;
  /** Null unless the request is a batch of several calls. */
  batchSize: number | null;
};

export type Meta = {
  rest: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;
  summary: string;
  /** HTTP status of a success. The default is 200. */
  status?: number;
  /**
   * True if the answer changes only when the `users.version` of the caller changes. A repeated request gets
   * 304 if that version is still the same.
   */
  versioned?: boolean;
  signedIn?: boolean;
  forOperators?: boolean;
  refusesTokens?: boolean;
  /** True if a token that is limited to some boards may call it. */
  byBoard?: boolean;
  asksForProof?: boolean;
  /** Of a list that is given in pages: how many entries all of them have. */
  count?: (ctx: Context & { user: User }, input: never) => number | Promise<number>;
  /** The limit that counts this call by its caller. */
  limit?: RateLimitName;
};

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: messageOf(error),
      data: { ...shape.data, stack: undefined, reason: reasonOf(error) },
    }),
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCaller = t.createCallerFactory;

/** Matches the `rest` of calls that must work on a full disk, because they delete data or end a session. */
const FREEING = /^DELETE |\/logout$/;

export const anyone = t.procedure.use(({ next, ...call }) => carryOut(call, () => next()));

export const signedIn = t.procedure
  .meta({ signedIn: true } as Meta)
  // the compiler cannot know that `carryOut` refuses callers without a user
  .use(({ next, ...call }) => carryOut(call, () => next({ ctx: { user: call.ctx.user as User } })));

/** For what a token for some boards may do: its function must look up boards or messages by the `User`. */
export const BY_BOARD = { byBoard: true } as Meta;

/** A procedure whose answer changes only when the `users.version` of the caller changes. */
export const versioned = signedIn.meta({ versioned: true } as Meta);

/** A procedure that no access token may call (docs/product/tokens.md: Access tokens). */
export const sessionOnly = signedIn.meta({ refusesTokens: true } as Meta);

/** For calls by which a browser signs in or out, so an access token is refused too. */
export const browserOnly = anyone.meta({ refusesTokens: true } as Meta);

/**
 * A procedure for operators (docs/product/operators.md: Operators). Throws UNAUTHORIZED without a session or
 * an access token, and FORBIDDEN for a user who is no operator.
 */
export const operator = signedIn.meta({ forOperators: true } as Meta).use(({ ctx, next }) => {
  if (!isOperator(ctx.app, ctx.user)) throw new VisibleError('operators_only', 'Admin access required');
  return next();
});

export const isOperator = (app: App, user: User): boolean =>
  user.operator ||
  app.config.adminPhones.includes(user.phone) ||
  (user.operatorClaim !== null && user.operatorClaim === operatorClaimOf(app.config));

type Call = { ctx: Context; path: string; type: TRPCProcedureType; meta: Meta | undefined };
type Result = { ok: true; data: unknown } | { ok: false; error: TRPCError };

async function carryOut<R extends Result>(call: Call, next: () => Promise<R>): Promise<R> {
  const { ctx, meta } = call;
  refuseCaller(call);
  const frees = meta !== undefined && FREEING.test(meta.rest);
  const result = frees
    ? await withReserve(ctx.app, next, (result) => (result.ok ? null : result.error))
    : await next();
  if (call.type === 'mutation') await durable(ctx.app).catch((error) => throwVisible(ctx, error));
  if (result.ok) {
    limitBatch(ctx, result.data);
    return result;
  }
  if (toVisibleError(result.error.cause)) throwVisible(ctx, result.error.cause);
  // if the caller's account was deleted during the call, a foreign key fails: the answer is then UNAUTHORIZED
  if (ctx.user && result.error.code === 'INTERNAL_SERVER_ERROR' && !exists(ctx.app, ctx.user))
    throw toTrpcError(signedOut());
  return result;
}

const exists = (app: App, { id }: User) =>
  app.db.select({ id: users.id }).from(users).where(eq(users.id, id)).get() !== undefined;

function refuseCaller({ ctx, path, type, meta }: Call): void {
  const { user, token } = ctx;
  try {
    requireInDemo(ctx.app, path);
    if (meta?.refusesTokens) refuseToken(token);
    if (meta?.signedIn) requireScope(token, scopeOf(type, meta.forOperators));
    if (meta?.signedIn) requireByBoard(token, meta.byBoard);
    if (meta?.signedIn && !user) throw signedOut();
  } catch (error) {
    throwVisible(ctx, error);
  }
}

function throwVisible({ resHeaders }: Context, error: unknown): never {
  const visible = toVisibleError(error);
  if (!visible) throw error;
  setErrorHeaders(resHeaders, visible);
  throw toTrpcError(visible);
}

function limitBatch(ctx: Context, answer: unknown): void {
  if (ctx.batchSize === null) return;
  ctx.batchSize += JSON.stringify(answer)?.length ?? 0;
  if (ctx.batchSize > BATCH_SIZE_MAX)
    throw new VisibleError(
      'batch_too_large',
      'This batch asks for too much. Ask for pages with `limit`, or one call at a time.',
    );
}

export function setErrorHeaders(
  headers: Headers,
  { extra: { retryAfter, challenge, allow, limit } }: VisibleError,
): void {
  if (limit) headers.set('ratelimit', `"${limit}";r=0;t=${retryAfter}`);
  if (allow) headers.set('allow', allow);
  if (retryAfter) headers.set('retry-after', String(retryAfter));
  if (challenge) headers.set('www-authenticate', challenge);
}

export const toTrpcError = (cause: VisibleError) =>
  new TRPCError({ code: cause.code, message: cause.message, cause });

export function messageOf(error: TRPCError): string {
  if (error.cause instanceof VisibleError) return error.cause.message;
  if (error.cause instanceof z.core.$ZodError) return error.cause.issues[0]?.message ?? 'That is not valid.';
  return error.code === 'INTERNAL_SERVER_ERROR'
    ? 'Something went wrong on our side. Please try again.'
    : error.message;
}

/** Returns the code of a problem (RFC 9457) by which programs tell it apart. */
export function problemOf(error: TRPCError): string {
  if (error.cause instanceof VisibleError) return error.cause.problem.toLowerCase();
  return error.cause instanceof z.core.$ZodError ? 'invalid_input' : error.code.toLowerCase();
}

const reasonOf = ({ cause }: TRPCError) => (cause instanceof VisibleError ? cause.extra.reason : undefined);

export type Answer = { schema: z.core.$ZodType; example?: unknown };

export function answer<S extends z.core.$ZodType>(schema: S) {
  type Value = z.output<S>;
  const pass = (value: unknown) => value as Value;
  const types = {} as { _input: Value | ComposedJson<Value>; _output: Value };
  return Object.assign(pass, { ...types, schema } satisfies Answer);
}

// Returns the error sentence for invalid input whose schema has no sentence of its own.
z.config({
  customError(issue) {
    const field = issue.path?.join('.') || 'The input';
    if (issue.code === 'invalid_type')
      return issue.input === undefined
        ? `${field} is missing.`
        : `${field} must be ${KINDS[issue.expected]}.`;
    if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.join(', ')}.`;
    if (issue.code === 'too_small')
      return `${field} must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}.`;
    if (issue.code === 'too_big')
      return `${field} must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`;
    return `${field} is not valid.`;
  },
});

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};
const UNITS: Record<string, string> = { string: ' characters', array: ' entries' };
