import { expect, test } from 'bun:test';
import { itemsIn, listParts } from '../../src/contract/checklists';

/** Items as `x item` if they are marked as done; `null`: the text is no list. */
const LISTS: [content: string, everywhere: string[] | null, onList?: string[] | null][] = [
  ['- [ ] milk\n- [x] eggs', ['milk', 'x eggs']],
  ['[] milk\n[ ]eggs\n[X] bread', ['milk', 'eggs', 'x bread']],
  ['☐ milk\n☑ eggs\n✅ bread\n☑️ tea', ['milk', 'x eggs', 'x bread', 'x tea']],
  ['* milk\n* eggs', ['milk', 'eggs']],
  ['- milk\n-eggs\n• bread\n– tea', ['milk', 'eggs', 'bread', 'tea']],
  ['Packing #trip:\n\n  - tent\nfor two\n  - Torch #camp', ['tent', 'torch']],
  ['- milk\n- Milk #shop\n- milk', ['milk', 'milk (2)', 'milk (3)']],
  ['- 🥚\n- 牛奶', ['🥚', '牛奶']],
  ['- milk', null, ['milk']],
  ['[x] milk', null, ['x milk']],
  ['- #milk\n- #eggs', null],
  ['---\n- - -\n***', null],
  ['**bold**\n*italic*', null, ['**bold**', '*italic*']],
  ['-5 degrees\n-3 at night', null, ['-5 degrees', '-3 at night']],
  ['[x](https://x.example)\n[](y)', null, ['[x](https://x.example)', '[](y)']],
  ['1 - 2\n3 - 4', null, ['1 - 2', '3 - 4']],
  ['Milk', null, ['milk']],
  ['#groceries milk, eggs', null, ['milk', 'eggs']],
  ['milk,eggs; bread and butter、茶 #groceries', null, ['milk', 'eggs', 'bread and butter', '茶']],
  ['milk\neggs, brown\n#groceries', null, ['milk', 'eggs, brown']],
  ['1,5 l milk, 2,000 g flour', null, ['1,5 l milk', '2,000 g flour']],
  ['Call the plumber about the sink, and ask', null, ['call the plumber about the sink, and ask']],
  ['https://x.example/a,b', null, ['https://x.example/a,b']],
  ['#groceries', null, null],
  ['?!', null, null],
  ['', null, null],
  ['word '.repeat(70), null, null],
];

test('lists are recognised, and other texts only on a board of short items', () => {
  const found = (content: string, onList: boolean) => {
    const items = itemsIn(content, onList).map(({ item, isMarked }) => (isMarked ? `x ${item}` : item));
    return items.length > 0 ? items : null;
  };
  expect(LISTS.map(([content]) => [content, found(content, false), found(content, true)])).toEqual(
    LISTS.map(([content, everywhere, onList = everywhere]) => [content, everywhere, onList]),
  );
});

test('the other lines of a list stay between its items', () => {
  expect(listParts('Trip #camp\n- tent\n\n- see https://x.example', false).map(({ text }) => text)).toEqual([
    'Trip #camp',
    'tent',
    '',
    'see https://x.example',
  ]);
});
