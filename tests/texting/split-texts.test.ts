import { expect } from 'bun:test';
import { createSharedBoard } from '../../src/boards/sharing';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { removeOwnMessage } from '../../src/messages/removal';
import { setPreference } from '../../src/notices/preferences';
import { type TestApp, testApp } from '../support/app';
import { bob, cho } from '../support/cast';
import { MINUTE, SECOND } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { accountOf, kindsOf, messagesOf, okIn, repliesTo, textIn } from '../support/texts';

/** Private words. The text is as long as the parts into which carriers cut longer texts. */
const NOTE = 'My PIN is 4711. '.repeat(10);
const ONLY_LAST = 'Only the last part of your text is on #house. Reply ALL to post all of it.';
const ALL_ON_HOUSE = 'All of your text is on #house now. Reply UNDO to delete it.';

function houseApp(): TestApp {
  const app = testApp();
  ensureUser(app, cho);
  const owner = ensureUser(app, bob);
  const id = share(app, owner, 'house', cho);
  setPreference(app, accountOf(app, cho)!, id, false);
  return app;
}

const test = testIn(houseApp);

const readByCho = (app: TestApp) => allMessages(app, accountOf(app, cho)!).map(({ content }) => content);

test.each([
  [[NOTE, ' ok #house'], ['ok #house']],
  [['(1/2) My PIN is 4711', '(2/2) ok #house'], ['(2/2) ok #house']],
  [['2/2 is 4711', '(1/2) ok #house'], ['(1/2) ok #house']],
  [[NOTE, NOTE.slice(0, 153), ' ok #house'], ['ok #house']],
  [['1/3 My PIN', '2/3 is 4711', '(3/3) ok #house'], ['(3/3) ok #house']],
  [['1/3 My PIN is 4711', '2/3 ok #house', '3/3 thanks'], ['(2/3) ok #house\n(3/3) thanks']],
])('of the parts %j members read none before the hashtag', (app, texts, read) => {
  for (const text of texts) {
    textIn(app, bob, text);
    app.clock.advance(SECOND);
  }
  expect(readByCho(app)).toEqual(read);
  expect(repliesTo(app, bob)).toEqual([ONLY_LAST]);
});

test.each([
  [[NOTE, 'ok #house'], `${NOTE}ok #house`],
  [['(1/2) My PIN is 4711', '(2/2) ok #house'], 'My PIN is 4711 ok #house'],
  [['1/3 My PIN', '2/3 is 4711 #house', '3/3 thanks'], 'My PIN is 4711 #house thanks'],
])('ALL posts the parts %j as one message', (app, texts, whole) => {
  for (const text of texts) textIn(app, bob, text);
  app.clock.advance(9 * MINUTE);
  textIn(app, bob, 'All!');
  okIn(app, bob);
  expect(messagesOf(app, bob)).toEqual([whole]);
  expect(readByCho(app)).toEqual([whole]);
  expect(repliesTo(app, bob).at(-1)).toBe(ALL_ON_HOUSE);

  app.clock.advance(9 * MINUTE);
  textIn(app, bob, 'undo');
  expect(messagesOf(app, bob)).toEqual([]);
});

test('ALL joins a text that was split twice, for two boards', (app) => {
  createSharedBoard(app, accountOf(app, bob)!, 'garden');
  for (const text of ['1/3 one', '2/3 two #house', '3/3 three #garden', 'ALL']) textIn(app, bob, text);
  okIn(app, bob);
  expect(readByCho(app)).toEqual(['one two #house three']);
  expect(messagesOf(app, bob)).toEqual(['one two #house three #garden']);
  expect(repliesTo(app, bob).at(-1)).toBe(
    'All of your text is on #house and 1 other board now. Reply UNDO to delete it.',
  );
});

test('a hashtag that the carrier has cut brings nothing onto a board before ALL', (app) => {
  const first = `${'x'.repeat(156)} #ho`;
  textIn(app, bob, first);
  textIn(app, bob, 'use');
  expect(readByCho(app)).toEqual([]);
  expect(repliesTo(app, bob)).toEqual(['Your text is not on #house yet. Reply ALL to post all of it there.']);
  textIn(app, bob, 'ALL');
  okIn(app, bob);
  expect(readByCho(app)).toEqual([`${first}use`]);
});

test('a later part still joins a text that is on the board already', (app) => {
  const first = `#house ${'x'.repeat(153)}`;
  textIn(app, bob, first);
  textIn(app, bob, ' and that is #house all');
  expect(readByCho(app)).toEqual([`${first} and that is #house all`]);
  expect(repliesTo(app, bob)).toEqual([]);
});

test('ALL is a message when no text was split in the last ten minutes', (app) => {
  textIn(app, bob, 'All');
  app.clock.advance(MINUTE);
  for (const text of [NOTE, 'ok #house']) textIn(app, bob, text);
  app.clock.advance(10 * MINUTE);
  textIn(app, bob, 'all');
  textIn(app, cho, 'ALL');
  expect(messagesOf(app, bob)).toEqual(['All', NOTE, 'ok #house', 'all']);
  expect(messagesOf(app, cho)).toEqual(['ALL']);
});

test('ALL posts nothing when a part was edited or deleted, or a second time', async () => {
  const sentence = 'Nothing more was posted: the parts of that text have been joined, changed or deleted.';
  const changes: ((app: TestApp, ids: number[]) => void)[] = [
    (app, [first]) => void edit(app, accountOf(app, bob)!, first!, { content: 'edited' }),
    (app, [, last]) => void edit(app, accountOf(app, bob)!, last!, { content: 'edited' }),
    (app, [first]) => removeOwnMessage(app, accountOf(app, bob)!, first!),
    (app, [, last]) => removeOwnMessage(app, accountOf(app, bob)!, last!),
    (app) => {
      textIn(app, bob, 'ALL');
      okIn(app, bob);
    },
  ];
  for (const change of changes) {
    await using app = houseApp();
    for (const text of [NOTE, 'ok #house']) textIn(app, bob, text);
    change(
      app,
      allMessages(app, accountOf(app, bob)!)
        .map(({ id }) => id)
        .sort(),
    );
    const before = messagesOf(app, bob);
    textIn(app, bob, 'ALL');
    expect(messagesOf(app, bob)).toEqual(before);
    expect(repliesTo(app, bob).at(-1)).toBe(sentence);
    expect(kindsOf(app, bob).at(-1)).toBe('all');
  }
});

test('ALL keeps the boards that were chosen in the web app meanwhile', (app) => {
  for (const text of [NOTE, 'ok #house']) textIn(app, bob, text);
  const { id } = allMessages(app, accountOf(app, bob)!).find(({ content }) => content.startsWith('My'))!;
  edit(app, accountOf(app, bob)!, id, { tags: ['safe'] });
  textIn(app, bob, 'ALL');
  okIn(app, bob);
  expect(allMessages(app, accountOf(app, bob)!).map(({ tags }) => tags)).toEqual([['safe', 'house']]);
});

test('a text after ALL is a message of its own', (app) => {
  for (const text of [NOTE, 'ok #house', 'ALL']) textIn(app, bob, text);
  okIn(app, bob);
  textIn(app, bob, 'My next note');
  expect(readByCho(app)).toEqual([`${NOTE}ok #house`]);
  expect(messagesOf(app, bob)).toEqual([`${NOTE}ok #house`, 'My next note']);
});
