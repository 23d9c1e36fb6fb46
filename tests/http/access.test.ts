import { afterAll, beforeAll, expect, test } from 'bun:test';
import { parse } from 'zod/mini';
import { type Call, procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { ACCESS, type Case } from './access';
import { type Ask, build, CALLERS, type Caller, SIGNED_OUT, type World, waysOf } from './world';

const calls = procedureCalls(appRouter);
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
        for (const [by, ask] of Object.entries(call ? waysOf(world, call) : { http: knock(door, one) })) {
          table[`${caller} by ${by}`] = by === 'trpc' && status < 300 ? 200 : status;
          const answer = await ask(caller, one.input?.(world, caller) ?? {});
          found[`${caller} by ${by}`] = answer.status;
          if (by === 'rest' && answer.status < 300) expectShape(call!, answer.text);
          if (answer.status !== 404 || !one.missing) continue;
          const nothing = await ask(caller, { ...one.input?.(world, caller), ...one.missing });
          expect({ caller, by, ...answer }).toEqual({ caller, by, ...nothing });
        }
      }
      expect(found).toEqual(table);
    });

/** What is answered is what the documents say, no more and no less. */
function expectShape({ answer }: Call, text: string) {
  const body = JSON.parse(text);
  expect(parse(answer.schema, body)).toEqual(body); // parsing drops what is not named
}

function expected({ answers }: Case, caller: Caller): number {
  if ('everybody' in answers) return answers[caller] ?? answers.everybody;
  return SIGNED_OUT.includes(caller) ? 401 : (answers[caller] ?? answers.others);
}

/** A door that is no procedure: `GET /api/docs`, or a path alone for any method. */
const knock =
  (door: string, { path, init }: Case): Ask =>
  (caller, input) => {
    const [method, fixed] = door.includes(' ') ? (door.split(' ') as [string, string]) : ['GET', door];
    const address = input.path ?? path?.(world, caller) ?? fixed;
    return world.call(caller, String(address), { method, ...init?.(world, caller) });
  };
