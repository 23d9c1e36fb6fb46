import { expect, test } from 'bun:test';
import { procedureCalls } from '../../src/http/calls';
import { countersOf } from '../../src/http/counters';
import { appRouter } from '../../src/http/router';
import { withReaders } from '../support/readers';
import { ACCESS } from './access';
import { build, CALLERS, type Caller, sendersOf, TOKEN_CALLERS, type TokenCaller } from './world';

const calls = procedureCalls(appRouter).filter(({ type }) => type === 'query');

test('each caller gets the same from a reader as from the writer', async () => {
  await using writer = await build();
  await using beside = withReaders(writer.app, 1);
  const [reader] = beside.readers;
  const through: typeof writer = {
    ...writer,
    call: (caller, path, init) => writer.call(caller, path, init, beside.urls[0]),
  };
  const people: [Caller | TokenCaller, Caller][] = [
    ...CALLERS.map((caller): [Caller, Caller] => [caller, caller]),
    ...Object.entries(TOKEN_CALLERS).map(([caller, { of }]): [TokenCaller, Caller] => [
      caller as TokenCaller,
      of,
    ]),
  ];
  const few = people.filter(([caller]) => ['nobody', 'owner', 'operator with read'].includes(caller));
  for (const [route, cases] of Object.entries(ACCESS)) {
    const call = calls.find(({ name }) => name === route);
    const isRead = call?.meta.versioned || call?.meta.limit;
    const isOfReader = isRead || /^GET \/(p|api\/(media|avatars|previews))\//.test(route);
    for (const one of cases)
      for (const [caller, of] of isOfReader ? people : few) {
        if (!call && !route.startsWith('GET ')) continue;
        const input = one.input?.(writer, of) ?? {};
        const path = String(input.path ?? one.path?.(writer, of) ?? route.slice(4));
        const ask = (world: typeof writer) =>
          call
            ? Object.values(sendersOf(world, call)).map((send) => () => send(caller, input, of))
            : [() => world.call(caller, path, one.init?.(writer, of))];
        for (const [at, askWriter] of ask(writer).entries()) {
          const [first, second] = [await askWriter(), await ask(through)[at]!()];
          const isSame = !isRead || first.text === second.text; // others contain times and nonces
          expect({ route, caller, status: second.status, isSame }).toEqual({
            ...{ route, caller, status: first.status, isSame: true },
          });
        }
      }
  }
  expect(countersOf(writer.app).answers.get('GET')!.size).toBeGreaterThan(1);
  expect(reader!.app.faults.count).toBe(0);
});
