import { expect, test } from 'bun:test';
import { createVisitQueue, type Visitor } from '../../src/outside/web-queue';
import { until } from '../support/server';

function openQueue() {
  const queue = createVisitQueue();
  const underway: (Visitor & { end: () => void })[] = [];
  const start = (site: string, person: number | null = null) =>
    queue.run({ site, person }, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const visit = { site, person, end: resolve };
      underway.push(visit);
      return promise.finally(() => underway.splice(underway.indexOf(visit), 1));
    });
  return { queue, underway, start };
}

test('at most eight visits run at a time, and the others wait', async () => {
  const { underway, start } = openQueue();
  const visits = Array.from({ length: 30 }, (_, n) => start(`${n}.example`));
  let ended = 0;
  for (; ended < 30; ended++) {
    await until(() => underway.length === Math.min(8, 30 - ended));
    const [visit] = underway;
    visit!.end();
    await until(() => !underway.includes(visit!));
  }
  await Promise.all(visits);
});

test("a person's slow links leave room for those of another person", async () => {
  const { queue, underway, start } = openQueue();
  for (let n = 0; n < 100; n++) void start(`${n}.example`, 1);
  await until(() => underway.length === 4);
  expect([queue.isFull(1), queue.isFull(2)]).toEqual([true, false]);
  void start('other.example', 2);
  await until(() => underway.length === 5);
  expect(underway.at(-1)).toMatchObject({ site: 'other.example', person: 2 });
});

test('a slow site leaves room for other sites, and is asked by two visits at a time', async () => {
  const { queue, underway, start } = openQueue();
  for (let n = 0; n < 50; n++) void start('slow.example', n);
  void start('other.example', 50);
  await until(() => underway.length === 3);
  expect(underway.map(({ site }) => site)).toEqual(['slow.example', 'slow.example', 'other.example']);
  // if another site redirects to this site, the next request waits too
  let redirected = false;
  void queue.runAt('slow.example', AbortSignal.timeout(60_000), async () => {
    redirected = true;
  });
  await Bun.sleep(50);
  expect(redirected).toBe(false);
});

test('a quick site gets two visits at a time, with a pause', async () => {
  const { queue } = openQueue();
  const starts: number[] = [];
  const visit = () =>
    queue.run({ site: 'quick.example', person: null }, async () => starts.push(performance.now()));
  await Promise.all(Array.from({ length: 5 }, visit));
  expect(starts[4]! - starts[0]!).toBeGreaterThan(390);
});
