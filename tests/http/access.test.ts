import { afterAll, beforeAll, expect, test } from 'bun:test';
import { parse } from 'zod/mini';
import type { TokenScope } from '../../src/contract/tokens';
import { type Call, procedureCalls } from '../../src/http/calls';
import { appRouter } from '../../src/http/router';
import { testServer } from '../support/server';
import { startTwilio } from '../support/twilio';
import { ACCESS, BY_BOARD, type Case, FILES_BY_BOARD, isRefusedToTokens, SCOPES } from './access';
import {
  build,
  CALLERS,
  type Caller,
  type SendCall,
  SIGNED_OUT,
  sendersOf,
  TOKEN_CALLERS,
  type TokenCaller,
  type World,
} from './world';

const JSON_TYPE = { 'content-type': 'application/json' };

const calls = procedureCalls(appRouter);
let world: World;
beforeAll(async () => {
  world = await build();
});
afterAll(() => world[Symbol.asyncDispose]());

test('the table has a row for every route, and no other row', () => {
  const ofCalls = new Set(calls.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`));
  const others = Object.entries(world.routes)
    .flatMap(([path, handlers]) =>
      typeof handlers === 'function' ? [path] : Object.keys(handlers).map((method) => `${method} ${path}`),
    )
    .filter((route) => !ofCalls.has(route));
  expect(Object.keys(ACCESS).sort()).toEqual([...calls.map(({ name }) => name), ...others].sort());
});

for (const [route, cases] of Object.entries(ACCESS))
  for (const one of cases)
    test(`${[route, one.about].filter(Boolean).join(', ')}: each caller gets the status of the table`, async () => {
      const call = calls.find(({ name }) => name === route);
      const senders = call ? sendersOf(world, call) : { http: senderOf(route, one) };
      const expected: Record<string, unknown> = {};
      const found: Record<string, unknown> = {};
      for (const { caller, of, status } of callersOf(route, one))
        for (const [by, send] of Object.entries(senders)) {
          expected[`${caller} by ${by}`] = by === 'trpc' && status < 300 ? 200 : status;
          const input = one.input?.(world, of) ?? {};
          const answer = await send(caller, input, of);
          found[`${caller} by ${by}`] = answer.status;
          if (by === 'rest' && answer.status < 300) expectShape(call!, answer.text);
          if (answer.status === 401) expect(answer.text).toContain('Please sign in.');
          if (answer.status !== 404 || !one.missing) continue;
          const unknown = await send(caller, { ...input, ...one.missing }, of);
          expect({ caller, by, ...answer }).toEqual({ caller, by, ...unknown });
        }
      expect(found).toEqual(expected);
    });

const callersOf = (
  route: string,
  one: Case,
): { caller: Caller | TokenCaller; of: Caller; status: number }[] => [
  ...CALLERS.map((caller) => ({ caller, of: caller, status: statusFor(one, caller) })),
  ...Object.entries(TOKEN_CALLERS).map(([caller, { of, scope, ...limits }]) => {
    const ofOwner = mayCall(route, one, scope) ? (one.byToken ?? statusFor(one, of)) : 403;
    const status = 'boards' in limits ? statusByBoard(route, one, caller, ofOwner) : ofOwner;
    return { caller: caller as TokenCaller, of, status };
  }),
];

function statusByBoard(route: string, one: Case, caller: string, ofOwner: number): number {
  const isForAnybody = 'everybody' in one.answers || route === 'GET /ws/messages';
  if (!isForAnybody && ![...BY_BOARD, ...FILES_BY_BOARD].includes(route)) return 403;
  if (ofOwner >= 300) return ofOwner;
  const { elsewhere = ofOwner } = one;
  return typeof elsewhere === 'number' ? elsewhere : (elsewhere[caller as TokenCaller] ?? ofOwner);
}

test('an unchanged poll, which is answered before the scope is looked at, needs no more than `read`', () => {
  const polls = calls.filter(({ meta }) => meta.versioned);
  expect(polls).not.toBeEmpty();
  for (const { name, method } of polls)
    for (const one of ACCESS[name]!)
      expect({ name, method, may: mayCall(name, one, 'read') }).toEqual({ name, method: 'GET', may: true });
});

function mayCall(route: string, { answers }: Case, scope: TokenScope): boolean {
  if (isRefusedToTokens(route)) return false;
  if ('everybody' in answers) return true;
  const method = calls.find(({ name }) => name === route)?.method ?? route.split(' ')[0];
  const isForOperators = answers.others === 403 && answers.operator !== undefined;
  if (isForOperators) return SCOPES[scope].ofOperators;
  return method === 'GET' || SCOPES[scope].method === 'any';
}

test('the calls of the simulator do not exist with another gateway', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  const simulator = calls.filter(({ name }) => name.startsWith('simulator.'));
  expect(simulator).not.toBeEmpty();
  for (const { name, method, path, type } of simulator)
    for (const [address, init] of [
      [path, { method, headers: JSON_TYPE }],
      [`/trpc/${name}`, type === 'query' ? {} : { method: 'POST', headers: JSON_TYPE, body: '{}' }],
    ] as const) {
      const { status } = await server.stranger().send(address, init);
      expect({ address, status }).toEqual({ address, status: 404 });
    }
});

function expectShape({ answer }: Call, text: string) {
  const body = JSON.parse(text);
  expect(parse(answer.schema, body)).toEqual(body); // parsing drops fields that are not in the schema
}

function statusFor({ answers }: Case, caller: Caller): number {
  if ('everybody' in answers) return answers[caller] ?? answers.everybody;
  return SIGNED_OUT.includes(caller) ? 401 : (answers[caller] ?? answers.others);
}

const senderOf =
  (route: string, { path, init }: Case): SendCall =>
  (caller, input, person = caller as Caller) => {
    const [method, fixed] = route.includes(' ') ? (route.split(' ') as [string, string]) : ['GET', route];
    const address = input.path ?? path?.(world, person) ?? fixed;
    return world.call(caller, String(address), { method, ...init?.(world, person) });
  };
