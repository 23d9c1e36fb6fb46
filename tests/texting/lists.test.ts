import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { setList } from '../../src/boards/marks';
import { countSegments } from '../../src/contract/segments';
import { messagesOfTag } from '../../src/messages/lists';
import { rememberOpened } from '../../src/texting/opened';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, type Person } from '../support/cast';
import { HOUR } from '../support/clock';
import { contentsOn, post } from '../support/house';
import { messagesOf, repliesTo, textIn } from '../support/texts';

const open = (app: TestApp, user: User, tag: string) =>
  messagesOfTag(app, user, tag).flatMap(({ items = [] }) =>
    items.flatMap(({ item, doneAt }) => (doneAt ? [] : item)),
  );

function sayIn(app: TestApp, person: Person) {
  return (text: string) => {
    const before = repliesTo(app, person).length;
    app.clock.advance(1000);
    textIn(app, person, text);
    return repliesTo(app, person)[before] ?? null;
  };
}

test('a list is read and ticked by text, and each act taken back', ({ app, owner, member }) => {
  const say = sayIn(app, ann);
  textIn(app, ann, 'Hello #x');
  say('#house milk, eggs');
  expect(say('LIST ON #house')).toStartWith('#house is a list:');
  expect(say('list on #nothing')).toBe('You have no board #nothing. BOARDS lists yours.');
  post(app, member, 'Bread and butter #house');
  post(app, member, '- nails\n- [x] hammer\n- glue #house');
  expect(say('#house?')).toBe('#house: 1 nails, 2 glue, 3 Bread and butter, 4 milk, 5 eggs. DONE 1 ticks.');
  expect(say('DONE 1, 3')).toBe('Done: nails, bread and butter. UNDO takes it back.');
  expect(say('done 1')).toBeNull(); // it is done already, so this may be a note
  expect(say('DONE 6')).toBeNull();
  expect(say('UNDO')).toBe('Taken back: your last text is deleted.');
  expect(say('UNDO')).toBe('Taken back: your last text is deleted.');
  expect(say('UNDO')).toBe('Taken back: nails, bread and butter.');
  expect(say('done bread and butter')).toBe('Done: bread and butter. UNDO takes it back.');
  expect(say('Done: Milk, glue and eggs!')).toBe('Done: milk, glue, eggs. UNDO takes it back.');
  expect(open(app, owner, 'house')).toEqual(['nails']);
  expect(say("what's on #house?")).toBe('#house: 1 nails. DONE 1 ticks.');
  expect(say('DONE nails')).toBe('Done: nails. UNDO takes it back.');
  expect(say('#house?')).toBe('Nothing is open on #house.');
  expect(sayIn(app, bob)('DONE nails')).toBeNull();
  expect(messagesOf(app, bob)).toContain('DONE nails');
  expect(contentsOn(app, member, 'house')[0]).toBe('- nails\n- [x] hammer\n- glue #house');
  say('#house tape, twine and chalk');
  say('Add oil to the #house list please');
  say('can you add paint, salt to #house');
  expect(say('#house?')).toContain(': 1 paint, 2 salt, 3 oil, 4 tape, 5 twine, 6 chalk. ');
  const ticked: [string, string | null][] = [
    ['got twine and chalk ✅', 'Done: twine, chalk.'],
    ['oops not the chalk', 'Open again: chalk.'],
    ['UNDO', 'Taken back: chalk.'],
    ['I bought the oil and some tape!', 'Done: oil, tape.'],
    ['untick tape and oil', 'Open again: tape, oil.'],
    ['not the twine', null], // another was ticked since
    ['got tape on my shoe', null],
    ['bought bread', null],
  ];
  for (const [text, answer] of ticked)
    expect([text, say(text)?.split(' UNDO')[0] ?? null]).toEqual([text, answer]);
  say('#x tape');
  say('LIST ON #x');
  app.clock.advance(HOUR);
  expect(say('got tape')).toBeNull(); // it is open on two lists
  post(app, member, 'nails #house');
  say('#x nails');
  expect(say('got nails')).toBeNull();
  expect(say('LIST OFF #house')).toBe('#house is no list any more. UNDO takes it back.');
  expect(say('UNDO')).toBe('Taken back: #house is a list again.');
});

test('a long list is read on with MORE, and numbers go with the last answer', ({ app, owner }) => {
  const say = sayIn(app, ann);
  textIn(app, ann, 'Hello #shop');
  for (let n = 1; n <= 60; n++) post(app, owner, `Item of the shop ${n} #shop`);
  setList(app, owner, 'shop', true);
  const first = say('#shop?') ?? '';
  expect(countSegments(first)).toBeLessThanOrEqual(2);
  const last = Number(/(\d+) Item of the shop \d+\. DONE 1 ticks\. MORE for \d+ others$/.exec(first)?.[1]);
  expect(last).toBeGreaterThan(5);
  expect(say(`DONE ${last + 1}`)).toBeNull(); // it was not shown yet
  expect(say('MORE')).toStartWith(`${last + 1} Item of the shop ${60 - last}, ${last + 2} `);
  expect(say(`DONE ${last + 1}`)).toBe(`Done: item of the shop ${60 - last}. UNDO takes it back.`);
  expect(say('2')).toContain('Item of the shop 59');
  app.clock.advance(HOUR);
  expect(say('DONE 1')).toBeNull();
});

test('DONE ticks in the message that was opened, and else is a note', ({ app, owner, member }) => {
  const say = sayIn(app, ann);
  textIn(app, ann, 'Hello #x');
  const id = post(app, member, 'Tent\n- milk\n- pegs #house');
  expect(say('DONE milk')).toBeNull(); // #house is no list, and the message is of somebody else
  expect(messagesOf(app, ann)).toContain('DONE milk');
  expect(say('done with the dishes')).toBeNull();
  expect(say('Done milk and honey')).toBeNull();
  rememberOpened(app, owner, { messageId: id, texted: null }, app.now());
  expect(say('done milk')).toBe('Done: milk. UNDO takes it back.');
});

test('own notes of items are ticked, and of other lines a hint says how', ({ app, owner }) => {
  const say = sayIn(app, ann);
  textIn(app, ann, 'Hello #x');
  say('#shop\n- milk\n- eggs\n- rye bread');
  say('#todo\nbook band\ncall caterer\nsend deposits\nbread and butter');
  say('#snacks chips, salsa, beans');
  const told: [string, string | null][] = [
    ['Done milk, rye bread', 'Done: milk, rye bread.'],
    ['got the eggs', 'Done: eggs.'],
    ['done salsa and forks', null],
    ['DONE ALL', 'Kept as a note. To tick things: LIST ON #snacks'],
    ['DONE chips', null], // told today
    [
      'clear #todo',
      'Kept as a note. To tick what is on it: LIST ON #todo, then DONE and its words. DELETE deletes your last text.',
    ],
    ['LIST ON #todo', '#todo is a list: its short notes can be ticked. #todo? reads what is open.'],
    ['called the caterer', null],
    ['called the caterer, done', 'Done: call caterer.'],
    ['not done call caterer', 'Open again: call caterer.'],
    ['DONE send deposits book band', 'Done: send deposits, book band.'],
    ['DONE send deposits gym', null],
    ['DONE ALL', 'Done: clear, call caterer, bread and butter.'],
    ['UNDO', 'Taken back: clear, call caterer, bread and butter.'],
    ['Clear #todo', 'Done: clear, call caterer, bread and butter.'],
  ];
  for (const [text, answer] of told)
    expect([text, say(text)?.split(' UNDO')[0] ?? null]).toEqual([text, answer]);
  expect(open(app, owner, 'todo')).not.toContain('call caterer');
  app.clock.advance(25 * HOUR);
  expect(say('got the beans and chips')).toBe('Kept as a note. To tick things: LIST ON #snacks');
  app.clock.advance(25 * HOUR);
  expect(say('add dip to #snacks')).toBe('Kept as a note. To tick things: LIST ON #snacks');
  expect(say('add dip to the mix')).toBeNull();
  app.clock.advance(6 * 24 * HOUR);
  expect(say('DONE chips')).toBeNull(); // the note is old
});
