import { expect, jest, test } from 'bun:test';
import { readersOf } from '../../src/app/readers';
import { checkReaders } from '../../src/operators/health/readers';
import { keepReader } from '../../src/start/readers/keeping';
import type { FromReader, Given } from '../../src/start/readers/messages';
import { testApp } from '../support/app';

const GIVEN = { number: 1, version: '0', boot: 'b', port: 0, socket: 's', publicUrl: '', simulatorUrl: null };
const IDLE: FromReader = {
  ...{ got: 0, sessions: [], tokens: [], faults: 0, sockets: 0, bytes: 1, cpuSeconds: 0 },
  counted: { answers: [], routes: [], lag: { buckets: [], seconds: 0, total: 0 } },
};

test('a reader that ends or hangs is started again, after longer and longer pauses', async () => {
  await using app = testApp();
  jest.useFakeTimers();
  const passed = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 50) {
      jest.advanceTimersByTime(50);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  };
  let report = (_message: FromReader) => {};
  let end = (_code: number) => {};
  const state = () => readersOf(app).list[0]!;
  const kept = keepReader(
    app,
    GIVEN as Given,
    () => {},
    (_, onMessage) => {
      const { promise: exited, resolve } = Promise.withResolvers<number>();
      [report, end] = [onMessage, resolve];
      return { exited, kill: () => resolve(137), send: (message) => 'stop' in message && resolve(0) };
    },
  );
  expect(checkReaders(app)).toMatchObject([{ state: 'notice', advice: 'They are starting.' }]);
  report(IDLE);
  expect(checkReaders(app)).toMatchObject([{ state: 'good' }]);

  end(1);
  await passed(50);
  expect(checkReaders(app)).toMatchObject([{ state: 'bad', value: '0 of 1 reader' }]);
  expect(checkReaders(app)[0]?.advice).toContain('It ended with code 1.');
  await passed(100);
  expect(state().starts).toBe(2);
  end(1);
  await passed(150);
  expect(state().starts).toBe(2);
  await passed(100);
  expect(state().starts).toBe(3);
  report(IDLE);
  expect(checkReaders(app)).toMatchObject([{ state: 'notice', value: '1 of 1 reader' }]);

  for (let second = 0; second < 20; second++) {
    await passed(1_000);
    report(IDLE);
  }
  expect(state()).toMatchObject({ isUp: true, starts: 3 });
  await passed(10_100);
  expect(state()).toMatchObject({ isUp: false, problem: 'It did not answer, and was ended.' });
  await passed(500);
  expect(state().starts).toBe(4);
  await kept.stop();
  jest.useRealTimers();
  expect(state()).toMatchObject({ isUp: false, starts: 4 });
});
