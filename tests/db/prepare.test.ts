import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { hideParameters, prepareLate } from '../../db/prepare';

test('a statement is compiled when it first runs, and not before', () => {
  using sqlite = new Database(':memory:', { strict: true });
  prepareLate(sqlite);
  const [add, list] = [
    sqlite.prepare('insert into words values ($word)'),
    sqlite.prepare('select word from words order by word'),
  ];
  expect(() => list.all()).toThrow('no such table');
  sqlite.run('create table words (word text)');
  expect(add.run({ word: 'lamp' }).changes).toBe(1);
  add.run({ word: 'sofa' });
  const rows = [{ word: 'lamp' }, { word: 'sofa' }];
  expect(list.all()).toEqual(rows);
  expect(list.get()).toEqual(rows[0]);
  expect(list.values()).toEqual([['lamp'], ['sofa']]);
  expect([...list.iterate()]).toEqual(rows);
  list.finalize();
});

const COMMENTED = `
    -- it's $5, isn't it?
    select "what?", data ->> '$.cut.at', 'it''s $5?' from a`;

test.each([
  [
    'a plus sign hides the value of each parameter from the planner',
    'select 1 from a where b = $b and (c, d) < ($c, ?) limit $limit',
    'select 1 from a where b = +$b and (c, d) < (+$c, +?) limit +$limit',
  ],
  ['a parameter that has a plus sign gets no second one', 'b = +$b and c = +?', 'b = +$b and c = +?'],
  ['strings, names in quotes and comments are left as they are', COMMENTED, COMMENTED],
])('%s', (_, sql, hidden) => {
  expect(hideParameters(sql)).toBe(hidden);
});
