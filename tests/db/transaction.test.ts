import { expect, test } from 'bun:test';
import { afterCommit, beforeEveryCommit, onEffectError, open, transaction } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';

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

test('an effect runs after the commit is stored, in the order given', async () => {
  const { db, effects, effect, add } = database();
  transaction(db, () => {
    effect('first');
    effect('second');
    add('a');
  });
  expect(effects).toEqual([]);
  await syncLog(db);
  expect(effects).toEqual(['first', 'second']);
});

test('an effect outside of a transaction runs when what was written is stored', async () => {
  const { db, effects, effect } = database();
  effect('now');
  await syncLog(db);
  expect(effects).toEqual(['now']);
});

test('a rollback drops the effects, and they do not run later', async () => {
  const { db, effects, effect, add, items } = database();
  const failing = () => {
    add('a');
    effect('never');
    throw new Error('refused');
  };
  expect(() => transaction(db, failing)).toThrow('refused');
  transaction(db, () => effect('later'));
  await syncLog(db);
  expect([items(), effects]).toEqual([[], ['later']]);
});

test('an inner command is committed or rolled back with the outer one', async () => {
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
  await syncLog(db);
  expect([items(), effects]).toEqual([['inner', 'outer'], ['inner']]);
});

test('a failed effect is reported, and the committed command still succeeds', async () => {
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
  await syncLog(db);
  expect([result, items(), effects, reported]).toEqual(['done', ['a'], ['next'], ['socket closed']]);
});

test('an effect may run a transaction with effects of its own', async () => {
  const { db, effects, effect } = database();
  transaction(db, () => {
    afterCommit(db, () => transaction(db, () => effect('second transaction')));
    effect('first transaction');
  });
  await syncLog(db);
  await syncLog(db);
  expect(effects).toEqual(['first transaction', 'second transaction']);
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
