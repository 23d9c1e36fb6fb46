import { expect, test } from 'bun:test';
import { afterCommit, beforeEveryCommit, onEffectError, open, transaction } from '../../db/open';

function database() {
  const db = open(':memory:');
  db.$client.run('create table items (name text) strict');
  const effects: string[] = [];
  return {
    db,
    effects,
    add: (name: string) => db.$client.run('insert into items values (?)', [name]),
    items: () => db.$client.query('select name from items').values().flat(),
    effect: (name: string) => afterCommit(db, () => effects.push(name)),
  };
}

test('an effect runs after the commit, in the order given', () => {
  const { db, effects, effect, add } = database();
  transaction(db, () => {
    effect('first');
    effect('second');
    add('a');
    expect(effects).toEqual([]);
  });
  expect(effects).toEqual(['first', 'second']);
});

test('an effect outside of a transaction runs at once', () => {
  const { effects, effect } = database();
  effect('now');
  expect(effects).toEqual(['now']);
});

test('a rollback drops the effects, and they do not run later', () => {
  const { db, effects, effect, add, items } = database();
  const failing = () => {
    add('a');
    effect('never');
    throw new Error('refused');
  };
  expect(() => transaction(db, failing)).toThrow('refused');
  transaction(db, () => effect('later'));
  expect([items(), effects]).toEqual([[], ['later']]);
});

test('an inner command is committed or rolled back with the outer one', () => {
  const { db, effects, effect, add, items } = database();
  const both = (fail: boolean) =>
    transaction(db, () => {
      transaction(db, () => {
        add('inner');
        effect('inner');
      });
      expect(effects).toEqual([]);
      if (fail) throw new Error('refused');
      add('outer');
    });
  expect(() => both(true)).toThrow('refused');
  expect([items(), effects]).toEqual([[], []]);
  both(false);
  expect([items(), effects]).toEqual([['inner', 'outer'], ['inner']]);
});

test('a failed effect is reported, and the committed command still succeeds', () => {
  const { db, effects, effect, add, items } = database();
  const reported: unknown[] = [];
  onEffectError(db, (error) => reported.push((error as Error).message));
  const result = transaction(db, () => {
    afterCommit(db, () => {
      throw new Error('socket closed');
    });
    effect('next');
    add('a');
    return 'done';
  });
  expect([result, items(), effects, reported]).toEqual(['done', ['a'], ['next'], ['socket closed']]);
});

test('an effect may run a transaction with effects of its own', () => {
  const { db, effects, effect } = database();
  transaction(db, () => {
    afterCommit(db, () => transaction(db, () => effect('second transaction')));
    effect('first transaction');
  });
  expect(effects).toEqual(['second transaction', 'first transaction']);
});

test('a hook before every commit writes into the same transaction', () => {
  const { db, add, items, effects, effect } = database();
  let refuses = false;
  beforeEveryCommit(db, () => {
    add('by the hook');
    if (refuses) throw new Error('the hook failed');
  });
  transaction(db, () => add('a'));
  expect(items()).toEqual(['a', 'by the hook']);
  refuses = true;
  const refused = () =>
    transaction(db, () => {
      add('b');
      effect('never');
    });
  expect(refused).toThrow('the hook failed');
  expect([items(), effects]).toEqual([['a', 'by the hook'], []]);
});

test('an asynchronous command is refused and rolled back', () => {
  const { db, add, items } = database();
  const command = (async () => add('a')) as unknown as () => void;
  expect(() => transaction(db, command)).toThrow('A command must be synchronous.');
  expect(items()).toEqual([]);
});
