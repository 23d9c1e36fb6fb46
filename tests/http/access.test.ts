import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Call, callsOf } from '../../src/http/rest';
import { appRouter } from '../../src/http/router';
import { ACCESS, type Case } from './access';
import { build, CALLERS, type Caller, SIGNED_OUT, type World } from './world';

const calls = callsOf(appRouter);
let world: World;
beforeAll(async () => {
  world = await build();
});
afterAll(() => world[Symbol.asyncDispose]());

test('every door has a row, and every row a door', () => {
  const paths = new Set(calls.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')));
  const others = Object.entries(world.routes)
    .filter(([path]) => !paths.has(path))
    .flatMap(([path, door]) =>
      typeof door === 'function' ? [path] : Object.keys(door).map((method) => `${method} ${path}`),
    );
  expect(Object.keys(ACCESS).sort()).toEqual([...calls.map(({ name }) => name), ...others].sort());
});

for (const [door, cases] of Object.entries(ACCESS))
  for (const one of cases)
    test(`${door}, ${one.what}: each caller gets what the table says, and no hint of more`, async () => {
      const call = calls.find(({ name }) => name === door);
      const table: Record<string, unknown> = {};
      const found: Record<string, unknown> = {};
      for (const caller of CALLERS) {
        const status = expected(one, caller);
        for (const [by, ask] of Object.entries(call ? waysOf(call) : { http: knock(door) })) {
          table[`${caller} by ${by}`] = by === 'trpc' && status < 300 ? 200 : status;
          const answer = await ask(caller, one, one.input?.(world, caller) ?? {});
          found[`${caller} by ${by}`] = answer.status;
          if (answer.status !== 404 || !one.missing) continue;
          const nothing = await ask(caller, ...about(one, one.missing, caller));
          expect({ caller, by, ...answer }).toEqual({ caller, by, ...nothing });
        }
      }
      expect(found).toEqual(table);
    });

/** The same case about something that is not there. */
function about(
  one: Case,
  missing: NonNullable<Case['missing']>,
  caller: Caller,
): [Case, Record<string, unknown>] {
  if (typeof missing === 'string') return [{ ...one, path: () => missing }, {}];
  return [one, { ...one.input?.(world, caller), ...missing }];
}

function expected({ answers }: Case, caller: Caller): number {
  if ('everybody' in answers) return answers[caller] ?? answers.everybody;
  return SIGNED_OUT.includes(caller) ? 401 : (answers[caller] ?? answers.others);
}

type Ask = (
  caller: Caller,
  one: Case,
  input: Record<string, unknown>,
) => Promise<{ status: number; text: string }>;

/** The same procedure by both of its doors. */
function waysOf({ name, type, method, path }: Call): Record<'rest' | 'trpc', Ask> {
  const json = { 'content-type': 'application/json' };
  return {
    rest(caller, _, input) {
      const rest = { ...input };
      const filled = path.replace(/\{(\w+)\}/g, (_, key) => {
        const value = encodeURIComponent(String(rest[key]));
        delete rest[key];
        return value;
      });
      if (method === 'GET') {
        const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]));
        return world.call(caller, query.size > 0 ? `${filled}?${query}` : filled);
      }
      return world.call(caller, filled, { method, headers: json, body: JSON.stringify(rest) });
    },
    trpc: (caller, _, input) =>
      type === 'query'
        ? world.call(caller, `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
        : world.call(caller, `/trpc/${name}`, { method: 'POST', headers: json, body: JSON.stringify(input) }),
  };
}

/** A door that is no procedure: `GET /api/docs`, or a path alone for any method. */
const knock =
  (door: string): Ask =>
  (caller, { path, init }) => {
    const [method, fixed] = door.includes(' ') ? (door.split(' ') as [string, string]) : ['GET', door];
    return world.call(caller, path?.(world, caller) ?? fixed, { method, ...init?.(world, caller) });
  };
