import { expect, test } from 'bun:test';
import { fuse } from '../../src/search/fusion';

const found = (share: number, ...ids: number[]) => ids.map((id) => ({ id, share, words: [`word${id}`] }));
const meant = (...ids: number[]) => ids.map((id) => ({ id, cosine: 0.5 }));
const NONE = { complete: [], partial: [], lastResort: [] };

test.each([
  ['typos of a word that nobody has come first', { complete: found(1, 1, 2) }, [9, 2], false, [1, 2, 9]],
  ['typos of a word that somebody has come last', { complete: found(1, 1, 2) }, [9, 2], true, [9, 2, 1]],
  ['meaning comes before a common word alone', { partial: found(0.2, 1, 2) }, [9, 8], false, [9, 8, 1, 2]],
  ['a rare word moves what is meant to the front', { partial: found(0.8, 8) }, [9, 8], false, [8, 9]],
  ['a last resort is left out beside anything', { lastResort: found(1, 1) }, [9], false, [9]],
  ['a last resort is shown alone', { lastResort: found(1, 1) }, [], false, [1]],
])('%s', (_, similar, ids, hasMatches, order) => {
  const fused = fuse({ ...NONE, ...similar }, meant(...ids), { hasMatches });
  expect(fused.map(({ id }) => id)).toEqual(order);
  for (const { id, words } of fused) expect(words).toEqual(id === 9 ? [] : words.length ? [`word${id}`] : []);
});
