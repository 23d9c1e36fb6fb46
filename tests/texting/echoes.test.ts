import { expect } from 'bun:test';
import { test } from '../support/app-test';
import { bob } from '../support/cast';
import { MINUTE } from '../support/clock';
import { kindsOf, messagesOf, textIn } from '../support/texts';

test('reactions to our texts, and our own texts coming back, are not stored', ({ app }) => {
  textIn(app, bob, 'Milk');
  const welcome = app.outbox(bob.phone)[0]!.body;
  const cut = `${welcome.slice(0, 40)}…`;
  const reactions = [
    `Liked “${welcome}”`,
    `Loved “${cut}”`,
    `Disliked "${welcome}"`,
    `Laughed at “${cut}”`,
    `Emphasized “${welcome}”`,
    `Questioned “${welcome}”`,
    `Removed a like from “${cut}”`,
    `Reacted 😮 to “${welcome}”`,
    `👍 to “${cut}”`,
    `\u200a\u200b👍\u200b to “\u200a${welcome}\u200a”`,
    `A aimé « ${welcome} »`,
    `Gefällt „${welcome}“`,
    `“${cut}”にハートを付けました`,
    'Liked “123456 is your Tagline code. Nobody will ask you for it.”',
    'Liked an image',
    'Loved “Milk”', // a reaction to the sender's own text
    welcome,
    `  ${welcome.replaceAll(' ', '  ')} \n`,
  ];
  for (const text of reactions) textIn(app, bob, text);
  expect(kindsOf(app, bob).slice(1)).toEqual(reactions.map(() => 'echo'));
  expect(messagesOf(app, bob)).toEqual(['Milk']);
});

test('a text with a quotation of its own is a message', ({ app }) => {
  textIn(app, bob, 'Milk');
  const texts = [
    'Liked “The Dispossessed” #books',
    'Remember “Milk”',
    '“Milk”',
    'Loved the soup',
    'He said “welcome to Tagline” to me',
    '👍',
    'Liked a lot',
  ];
  for (const text of texts) {
    app.clock.advance(MINUTE);
    textIn(app, bob, text);
  }
  expect(messagesOf(app, bob)).toEqual(['Milk', ...texts]);
});
