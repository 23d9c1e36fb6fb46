import { expect, test } from 'bun:test';
import { createPlaces } from '../../src/outbox/places';
import { CODES, REST } from '../../src/outbox/turns';

function places(pace: number) {
  let now = 0;
  let id = 0;
  const made = createPlaces(pace, () => now);
  const take = (lane = REST, phone = String(id)) => made.take({ id: id++, phone, lane });
  return {
    ...made,
    take,
    pass(milliseconds: number) {
      now += milliseconds;
    },
    /** Takes places until there is no room, and returns how many those were. */
    fill() {
      const before = id;
      while (take());
      return id - 1 - before;
    },
  };
}

test('so many texts are under way that latency does not slow them down', () => {
  for (const [pace, latency, expected] of [
    [1, 300, 16],
    [100, 400, 60],
    [1000, 400, 200],
  ] as const) {
    const at = places(pace);
    for (let n = 0; n < 100; n++) {
      at.take();
      at.pass(latency);
      at.giveBack(at.listIds()[0]!);
    }
    expect({ pace, latency, places: at.fill() }).toEqual({ pace, latency, places: expected });
  }
});

test('a text that hangs gives its place to another, up to a limit', () => {
  const at = places(1);
  expect(at.fill()).toBe(16);
  expect(at.wait()).toBe(2_000);
  at.pass(2_000);
  expect(at.wait()).toBe(Infinity);
  expect(at.fill()).toBe(16);
  for (let n = 0; n < 20; n++) {
    at.pass(2_000);
    at.fill();
  }
  expect(at.listIds()).toHaveLength(200);
  expect(at.take(CODES)).toBe(true);
});

test('one number gets four places, and its codes more', () => {
  const at = places(1);
  for (let n = 0; n < 4; n++) expect(at.take(REST, 'Bob')).toBe(true);
  expect([at.take(REST, 'Bob'), at.take(REST, 'Ann'), at.take(CODES, 'Bob')]).toEqual([false, true, true]);
  expect(at.listFullPhones()).toEqual(['Bob']);
});
