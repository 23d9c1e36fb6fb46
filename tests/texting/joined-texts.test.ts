import { expect } from 'bun:test';
import { media } from '../../db/schema';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { test } from '../support/app-test';
import { bob, cho } from '../support/cast';
import { MINUTE, SECOND } from '../support/clock';
import { accountOf, messagesOf, textIn } from '../support/texts';

test('a long text that its carrier cuts is one message', ({ app }) => {
  const long = `${'All work and no play makes Jack a dull boy. '.repeat(5)}#jack`;
  for (const part of [long.slice(0, 153), long.slice(153)]) {
    textIn(app, bob, part);
    app.clock.advance(2 * SECOND);
  }
  expect(messagesOf(app, bob)).toEqual([long]);
  expect(allMessages(app, accountOf(app, bob)!)[0]!.tags).toEqual(['jack']);
  app.clock.advance(MINUTE);
  textIn(app, bob, '(2/2) the milk #food');
  textIn(app, bob, '(1/2) Do not forget');
  expect(messagesOf(app, bob)[1]).toBe('Do not forget the milk #food');
});

test('marked parts are one message in whatever order they come', ({ app }) => {
  const [a, b, c] = ['1/3 One', 'two (2/3)', '(3 of 3) three #x'] as const;
  const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'];
  for (const order of orders) {
    for (const part of order) textIn(app, bob, { a, b, c }[part]!);
    app.clock.advance(MINUTE);
  }
  expect(messagesOf(app, bob)).toEqual(orders.map(() => 'One two three #x'));
  expect(allMessages(app, accountOf(app, bob)!).map(({ tags }) => tags)).toEqual(orders.map(() => ['x']));
  // the second `c` may be a part of another text, so it stays a separate message
  for (const part of [c, a, c]) textIn(app, bob, part);
  expect(messagesOf(app, bob).slice(orders.length)).toEqual(['(1/3) One\n(3/3) three #x', c]);
});

test('texts that do not continue each other stay apart', ({ app }) => {
  const full = 'x'.repeat(153);
  textIn(app, bob, full);
  app.clock.advance(11 * SECOND);
  textIn(app, bob, 'later');
  textIn(app, bob, 'at once, but after a short one');
  textIn(app, cho, full);
  textIn(app, bob, 'after somebody else');
  textIn(app, bob, full);
  textIn(app, bob, '#house Hello all');
  expect(messagesOf(app, bob)).toEqual([
    full,
    'later',
    'at once, but after a short one',
    'after somebody else',
    full,
    '#house Hello all',
  ]);
});

test('a text that was edited meanwhile is not continued', ({ app }) => {
  const full = 'x'.repeat(153);
  textIn(app, bob, full);
  const sender = accountOf(app, bob)!;
  edit(app, sender, allMessages(app, sender)[0]!.id, { content: 'Corrected' });
  textIn(app, bob, 'The rest');
  expect(messagesOf(app, bob)).toEqual(['Corrected', 'The rest']);
});

test('photos that a phone sends one by one are one message, up to ten', ({ app }) => {
  const photo = (n: number) => ({ media: [{ url: `simulator:1/${n}`, type: 'image/png' }] });
  textIn(app, bob, 'Our trip #trip', photo(0));
  for (let n = 1; n < 11; n++) textIn(app, bob, '', photo(n));
  expect(messagesOf(app, bob)).toEqual(['Our trip #trip', '']);
  const counts = app.db.select({ messageId: media.messageId }).from(media).all();
  expect(counts.filter(({ messageId }) => messageId === 1)).toHaveLength(10);
});
