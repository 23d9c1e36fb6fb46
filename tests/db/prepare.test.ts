import { expect, test } from 'bun:test';
import { hideParameters } from '../../db/prepare';

test('a plus sign hides the value of each parameter from the planner', () => {
  expect(hideParameters('select 1 from a where b = $b and (c, d) < ($c, ?) limit $limit')).toBe(
    'select 1 from a where b = +$b and (c, d) < (+$c, +?) limit +$limit',
  );
});

test('a parameter that has a plus sign gets no second one', () => {
  expect(hideParameters('where b = +$b and c = +?')).toBe('where b = +$b and c = +?');
});

test('strings, names in quotes and comments are left as they are', () => {
  const sql = `
    -- it's $5, isn't it?
    select "what?", data ->> '$.cut.at', 'it''s $5?' from a`;
  expect(hideParameters(sql)).toBe(sql);
});
