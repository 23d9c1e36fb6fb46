import type { BunRequest } from 'bun';
import { countHitsLeft, RATE_LIMITS } from '../app/rate-limits';
import type { Context } from '../app/trpc';
import type { Call } from './calls';

/** The parameter that asks for `X-Total-Count`: counting reads the whole list, so only who wishes pays for it. */
export const TOTAL = 'total';
export const TOTAL_SCHEMA = {
  type: 'boolean',
  description: 'Whether the first page tells in X-Total-Count how many there are in all',
};

/** Only a caller that asks for pages gets these headers (docs/product/calls.md: Paging). */
export async function setPageHeaders(
  ctx: Context,
  { input: schema, meta: { count } }: Call,
  { url, params }: BunRequest,
  result: unknown,
): Promise<void> {
  const { pathname, searchParams } = new URL(url);
  const limit = Number(searchParams.get('limit'));
  if (!schema || !limit || !Array.isArray(result)) return;
  const link = (rel: string, changes: Record<string, unknown>) => {
    const query = new URLSearchParams(searchParams);
    for (const [name, value] of Object.entries(changes))
      if (value) query.set(name, String(value));
      else query.delete(name);
    ctx.resHeaders.append('link', `<${pathname}?${query}>; rel="${rel}"`);
  };
  const isFirst = !searchParams.has('before') && !Number(searchParams.get('offset'));
  if (!isFirst) link('first', { before: null, offset: null });
  const byOffset = 'offset' in ((schema._zod.def as { shape?: object }).shape ?? {});
  const next = byOffset
    ? { offset: Number(searchParams.get('offset')) + limit }
    : { before: (result.at(-1) as { id?: number } | undefined)?.id };
  if (result.length >= limit) link('next', next);
  const parsed =
    isFirst && count && searchParams.get(TOTAL) === 'true'
      ? schema['~standard'].validate({ ...Object.fromEntries(searchParams), ...params })
      : null;
  if (parsed && count && 'value' in parsed)
    ctx.resHeaders.set(
      'x-total-count',
      String(await count(ctx as Parameters<typeof count>[0], parsed.value as never)),
    );
}

/** As in draft-ietf-httpapi-ratelimit-headers: how much of the limit is left for this person. */
export function setLimitHeaders(
  { app, user, resHeaders }: Pick<Context, 'app' | 'user' | 'resHeaders'>,
  { meta: { limit } }: { meta: Pick<Call['meta'], 'limit'> },
): void {
  if (!limit || !user) return;
  const seconds = RATE_LIMITS[limit].window / 1000;
  resHeaders.set('ratelimit-policy', `"${limit}";q=${RATE_LIMITS[limit].max};w=${seconds}`);
  resHeaders.set('ratelimit', `"${limit}";r=${countHitsLeft(app, limit, String(user.id))};t=${seconds}`);
}
