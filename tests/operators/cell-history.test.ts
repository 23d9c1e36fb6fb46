import { expect, test } from 'bun:test';
import { emptyHistory, findViolations, type History } from '../../scripts/prove/cell/history';

const LOST_MAX = 1_000;

/** A machine burns after two seconds. The other one takes over, and looks up what waits. */
const sound = (): History => ({
  writes: [
    { token: 'one', at: 100, by: 'a' },
    { token: 'two', at: 1_900, by: 'a' },
    { token: 'three', at: 8_000, by: 'b' },
  ],
  texts: ['text'],
  sends: [
    { to: '+1', body: 'Welcome', at: 200, by: 'a' },
    { to: '+2', body: 'Welcome', at: 300, by: 'a' },
    { to: '+1', body: 'Your code is 123456', at: 400, by: 'a' },
    { to: '+1', body: 'Your code is 123456', at: 500, by: 'a' },
    { to: '+3', body: 'Welcome', at: 7_500, by: 'b' },
  ],
  epochs: [0, 5_000],
  reads: [
    { reader: 1, boot: 'x', version: 7 },
    { reader: 1, boot: 'x', version: 8 },
    { reader: 1, boot: 'y', version: 5 },
  ],
  troubles: [{ from: 2_000, until: 2_000, by: 'a' }],
});

type Case = [
  name: string,
  change: (history: History, stored: Map<string, number>) => unknown,
  found: string[],
];

const CASES: Case[] = [
  ['nothing in a sound history', () => {}, []],
  ['nothing when a write is lost that is younger than promised', (_, stored) => stored.delete('two'), []],
  ['an old write that is lost', (_, stored) => stored.delete('one'), ['one is lost, 1900 ms old']],
  [
    'a write that is lost without trouble',
    (_, stored) => stored.delete('three'),
    ['three is lost, without trouble'],
  ],
  [
    'a write that is lost by a machine without trouble',
    (history, stored) => {
      history.troubles.push({ from: 8_100, until: 9_000, by: 'a' });
      stored.delete('three');
    },
    ['three is lost, without trouble'],
  ],
  [
    'nothing when all machines were in trouble',
    (history, stored) => {
      history.troubles.push({ from: 7_900, until: 9_000, by: null });
      stored.delete('three');
    },
    [],
  ],
  ['a write that is stored twice', (_, stored) => stored.set('three', 2), ['three is stored 2 times']],
  ['a text that is lost', (_, stored) => stored.delete('text'), ['text text is lost']],
  [
    'a text that left twice',
    ({ sends }) => sends.push({ ...sends[1]!, at: 9_000, by: 'b' }),
    ['+2 "Welcome" left 2 times, by a and b'],
  ],
  [
    'a sender who goes on after the other began',
    ({ sends }) => sends.push({ to: '+4', body: 'Welcome', at: 7_600, by: 'a' }),
    ['a sent to +4 while b was the owner'],
  ],
  [
    'nothing when the lease went back before',
    ({ sends, epochs }) => {
      epochs.push(7_600);
      sends.push({ to: '+4', body: 'Welcome', at: 7_600, by: 'a' });
    },
    [],
  ],
  [
    'a version that goes back',
    ({ reads }) => reads.push({ reader: 1, boot: 'y', version: 4 }),
    ['reader 1 got version 4 after 5'],
  ],
  [
    'an answer of the former owner',
    ({ reads }) => reads.push({ reader: 1, boot: 'x', version: 9 }),
    ['reader 1 was taken back to x'],
  ],
  [
    'nothing in what another reader sees',
    ({ reads }) => reads.push({ reader: 2, boot: 'x', version: 1 }),
    [],
  ],
];

for (const [name, change, found] of CASES)
  test(`the checker finds ${name}`, () => {
    const history = sound();
    const stored = new Map(['one', 'two', 'three', 'text'].map((token) => [token, 1]));
    change(history, stored);
    expect(findViolations(history, { stored, lostMax: LOST_MAX, final: true })).toEqual(found);
  });

test('the checker finds every write of an acknowledged tail, when none may be lost', () => {
  const stored = new Map([['one', 1]]);
  const history = { ...emptyHistory(), writes: sound().writes.slice(0, 2), troubles: sound().troubles };
  expect(findViolations(history, { stored, lostMax: -1, final: false })).toEqual(['two is lost, 100 ms old']);
});
