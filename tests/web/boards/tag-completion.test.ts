import { expect, test } from 'bun:test';
import { hashtagAt } from '../../../web/boards/completion/hashtag-at';
import { matchTags } from '../../../web/boards/completion/match-tags';
import type { TagBoard } from '../../../web/boards/tag-boards';

function typedAt(marked: string) {
  const caret = marked.indexOf('|');
  return hashtagAt(marked.replace('|', ''), caret)?.typed ?? null;
}

test('a hashtag is completed wherever the grammar lets one begin', () => {
  for (const [marked, typed] of [
    ['Buy milk #fo|', 'fo'],
    ['#|', ''],
    ['milk,#sh|', 'sh'],
    ['"#tri|', 'tri'],
    ['#food#tr|', 'tr'],
    ['First line\n#road-tr| and more', 'road-tr'],
    ['#fo|, then', 'fo'],
    ['-#fo|', 'fo'],
    ['#caf\u00e9|', 'caf\u00e9'],
    ['\u05e9\u05dc\u05d5\u05dd #\u05de\u05ea|', '\u05de\u05ea'],
    ['#\u98df|', '\u98df'],
    ['1\ufe0f\u20e3#fo|', 'fo'],
  ] as const)
    expect([marked, typedAt(marked)]).toEqual([marked, typed]);
});

test('a # in a link, after a letter or within a word is not completed', () => {
  for (const marked of [
    'C#mi|',
    'https://a.example/page#fo|',
    'karakeep.app/docs#fo|',
    '#fo|od',
    '#food |',
    '#food, m|',
    'plain wor|d',
    '|',
    '# fo|',
    '#fo\nb|',
  ])
    expect([marked, typedAt(marked)]).toEqual([marked, null]);
  expect(hashtagAt('Go #a then #b', 5)).toEqual({ start: 3, end: 5, typed: 'a' });
});

const board = (tag: string): TagBoard => ({ tag, count: 1, sharedId: null, others: null });
const BOARDS = ['recipes', 'seafood', 'foot', 'food', 'caf\u00e9', 'books'].map(board);
const offered = (typed: string, options: Partial<Parameters<typeof matchTags>[2]> = {}) =>
  matchTags(BOARDS, typed, { offersNew: true, ...options }).map(
    ({ tag, isNew }) => `${isNew ? 'new ' : ''}${tag}`,
  );

test('tags that begin with what is typed come before tags that contain it; a new board is last', () => {
  expect(offered('fo')).toEqual(['foot', 'food', 'seafood', 'new fo']);
  expect(offered('food')).toEqual(['food', 'seafood']);
  expect(offered('FOOD')).toEqual(['food', 'seafood']);
  expect(offered('Cafe')).toEqual(['caf\u00e9', 'new cafe']);
  expect(offered('ok')).toEqual(['books', 'new ok']);
  expect(offered('xyz')).toEqual(['new xyz']);
  expect(offered('recipes')).toEqual([]);
  expect(offered('recipe')).toEqual(['recipes', 'new recipe']);
});

test('without letters the first boards are offered, and no new one', () => {
  expect(offered('')).toEqual(['recipes', 'seafood', 'foot', 'food', 'caf\u00e9', 'books']);
  expect(offered('--')).toEqual(offered(''));
  const many = Array.from({ length: 300 }, (_, number) => board(`board-${number}`));
  expect(matchTags(many, 'board', { offersNew: true })).toHaveLength(7);
  expect(matchTags(many, 'board-299', { offersNew: true })).toEqual([]);
  expect(matchTags([...many].reverse(), 'board-29', { offersNew: true })[0]?.tag).toBe('board-29');
});

test('chosen tags are not offered again, and a search offers no new board', () => {
  expect(offered('fo', { without: ['food'] })).toEqual(['foot', 'seafood', 'new fo']);
  expect(offered('food', { without: ['food'] })).toEqual(['seafood']);
  expect(offered('fo', { offersNew: false })).toEqual(['foot', 'food', 'seafood']);
});
