import { expect } from 'bun:test';
import { startChores } from '../../src/app/chores';
import { CHORES } from '../../src/start/chores';
import { test } from '../support/app-test';
import { until } from '../support/server';

const HOUR = 3_600_000;

test('a chore can run again soon after the start', async ({ app }) => {
  let runs = 0;
  const run = () => void runs++;
  const { stop } = startChores(app, [{ name: 'once more', every: HOUR, first: [1, 1], run }]);
  await until(() => runs === 3);
  await stop();
});

test('texts that came during a restart are fetched 10 and 60 seconds later', () => {
  expect(CHORES.find(({ name }) => name === 'receive missed texts')).toMatchObject({
    first: [10_000, 50_000],
    every: 300_000,
  });
});
