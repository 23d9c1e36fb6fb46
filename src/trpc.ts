import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { User } from '../db/schema';
import type { App } from './app';
import { toVisibleError, VisibleError } from './errors';
import { isOperator } from './users/operators';

/** For what the contract has no sentence of its own: the field, and what it should be. */
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

/** What a procedure knows of its call. */
export type Context = {
  app: App;
  /** The signed-in caller, by session cookie. */
  user: User | null;
  /** The cookies that came, and the headers that will go. */
  cookie: string | null;
  resHeaders: Headers;
  /** Whom limits per address count, or null for a loopback caller, who has none (design 7). */
  address: string | null;
};

/** The REST face of a procedure. Paths, documents and the README's table come from it. */
export type Meta = {
  /** Method and path, such as `DELETE /api/tags/{tag}`. */
  rest: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;
  summary: string;
  /** 201 for what creates (design 8). */
  status?: number;
  /** What it answers changes only with the caller's version, so an unchanged poll is a 304 (design 8). */
  versioned?: boolean;
  /** For people who have signed in; `signedIn` says it for its procedures. */
  signedIn?: boolean;
};

/** The schema of an answer and its example, as the API documents show them. */
export type Answer = { schema: z.core.$ZodType; example: unknown };

/**
 * Declares what a procedure answers: `.output(answer(message))`. The compiler checks it against what the procedure
 * returns; at run time nothing is parsed. The example is the schema's own (`withExample`) unless given here.
 */
export function answer<S extends z.core.$ZodType>(schema: S, example?: z.output<S>) {
  const pass = (value: unknown) => value as z.output<S>;
  return Object.assign(pass, { schema, example: example ?? exampleOf(schema) } satisfies Answer);
}

/**
 * Returns the example attached to a schema, or one made of the examples of its parts. Optional parts without an
 * example are left out. Throws when a required part has none.
 */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const [own] = (z.globalRegistry.get(schema)?.examples ?? []) as unknown[];
  if (own !== undefined) return own;
  if (schema instanceof z.core.$ZodArray) return [exampleOf(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodObject)
    return Object.fromEntries(
      Object.entries<z.core.$ZodType>(schema._zod.def.shape)
        .filter(([, part]) => part._zod.optin !== 'optional' || hasExample(part))
        .map(([name, part]) => [name, exampleOf(part)]),
    );
  throw new Error(`A schema of the API has no example: ${schema._zod.def.type}.`);
}

const hasExample = (schema: z.core.$ZodType) => z.globalRegistry.get(schema)?.examples !== undefined;

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => ({
      ...shape,
      message: messageOf(error),
      data: { ...shape.data, stack: undefined },
    }),
  });

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCaller = t.createCallerFactory;

/** Maps what domain functions throw, once for all procedures. */
const visible = t.procedure.use(async ({ next, ctx }) => {
  const result = await next();
  const cause = result.ok ? null : toVisibleError(result.error.cause);
  if (cause) {
    const { code, message, extra } = cause;
    if (extra.retryAfter) ctx.resHeaders.set('retry-after', String(extra.retryAfter));
    throw new TRPCError({ code, message, cause });
  }
  if (!result.ok && ctx.user && result.error.code === 'INTERNAL_SERVER_ERROR' && isGone(ctx.app, ctx.user))
    throw signedOut();
  return result;
});

const signedOut = () => new TRPCError({ code: 'UNAUTHORIZED', message: 'Please sign in.' });

/** Whether the account has ended while the rest of its call was still under way: no fault of ours. */
const isGone = (app: App, { id }: User) => !app.db.$client.query('select 1 from users where id = ?').get(id);

export const anyone = visible;

export const signedIn = visible.meta({ signedIn: true } as Meta).use(({ ctx, next }) => {
  if (!ctx.user) throw signedOut();
  return next({ ctx: { ...ctx, user: ctx.user } });
});

export const operator = signedIn.use(({ ctx, next }) => {
  if (!isOperator(ctx.app, ctx.user)) throw new VisibleError('FORBIDDEN', 'Admin access required');
  return next();
});

/** The one sentence a caller reads about an error; never internals. */
export function messageOf(error: TRPCError): string {
  if (error.cause instanceof VisibleError) return error.cause.message;
  if (error.cause instanceof z.core.$ZodError) return error.cause.issues[0]?.message ?? 'That is not valid.';
  return error.code === 'INTERNAL_SERVER_ERROR'
    ? 'Something went wrong on our side. Please try again.'
    : error.message;
}
