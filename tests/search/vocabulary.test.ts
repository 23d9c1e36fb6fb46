import { expect } from 'bun:test';
import { edit } from '../../src/messages/editing';
import { remove } from '../../src/messages/messages';
import { exactWord } from '../../src/search/exact-words';
import { readVocabularies } from '../../src/search/index/vocabularies';
import { share, store, testSearch } from './searchers';

const OWN = 'u1';
const word = (term: string, unfinished: boolean) => ({ terms: [term], quoted: false, unfinished });

testSearch('a word that no message of a scope has is not looked up there', async (app) => {
  app.store('a ramen place', '看房');
  await app.found('ramen');
  const vocabularies = await readVocabularies(app.db, [OWN]);
  const expression = (term: string, unfinished = true) =>
    exactWord(word(term, unfinished), vocabularies).exact.get(OWN);
  expect(expression('ram')).toBe('"u1:ram" *');
  expect(expression('房')).toBe('"u1:房"');
  expect(expression('pasta')).toBeUndefined();
  expect(expression('ram', false)).toBeUndefined();
});

testSearch('the counts of words follow new, edited and deleted messages', async (app) => {
  const [first = 0, second = 0] = app.store('ramen for two', 'ramen for three');
  await app.found('ramen');
  const count = async () => {
    await app.found('ramen');
    const vocabulary = (await readVocabularies(app.db, [OWN])).get(OWN)!;
    return [vocabulary.count('ramen'), vocabulary.messages];
  };
  expect(await count()).toEqual([2, 2]);
  edit(app, app.me, first, { content: 'pasta for two' });
  expect(await count()).toEqual([1, 2]);
  remove(app, [second]);
  expect(await count()).toEqual([0, 1]);
});

testSearch('somebody who has just posted on a shared board is found by name', async (app) => {
  share(app, app.me, 'food', app.other);
  app.store('a ramen place #food');
  expect(await app.found('from:bob')).toEqual([]);
  store(app, app.other, 'a pizza place #food');
  expect(await app.found('from:bob')).toHaveLength(1);
  expect(await app.found('bob')).toHaveLength(1);
});
