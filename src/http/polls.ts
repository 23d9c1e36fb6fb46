import type { AnyTRPCRouter } from '@trpc/server';
import { jsonOf } from '../app/composed-json';
import type { Context } from '../app/trpc';
import { BATCH_MAX, BATCH_SIZE_MAX } from '../contract/limits';
import { callProcedure } from './calls';

/** Takes half the time of tRPC's own handler, which copies the JSON several times. */
export async function composePolls(
  router: AnyTRPCRouter,
  ctx: Context,
  { url, signal }: Request,
  names: string[],
): Promise<string | null> {
  const query = new URL(url).searchParams;
  const isBatch = query.get('batch') === '1';
  if (names.length > (isBatch ? BATCH_MAX : 1)) return null;
  try {
    const input = JSON.parse(query.get('input') ?? '{}');
    const answers: string[] = [];
    for (const [at, name] of names.entries()) {
      const given = async () => (isBatch ? input[at] : input);
      const data = await callProcedure(router, ctx, { name, type: 'query' }, given, signal);
      answers.push(`{"result":{"data":${jsonOf(data)}}}`);
    }
    if (!isBatch) return answers[0] ?? null;
    const json = `[${answers.join(',')}]`;
    return json.length > BATCH_SIZE_MAX ? null : json;
  } catch {
    return null;
  }
}
