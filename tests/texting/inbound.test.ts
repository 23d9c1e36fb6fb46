import { expect } from 'bun:test';
import { invite } from '../../src/boards/sharing';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { DAY, MINUTE } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { messagesOf, repliesTo, textIn } from '../support/texts';

test('an unknown number gets an account and one welcome in its life', async () => {
  await using app = testApp({ PUBLIC_URL: 'https://notes.example' });
  for (const text of ['Milk', 'Bread', 'Eggs']) {
    textIn(app, bob, text);
    app.clock.advance(DAY);
  }
  const welcomes = app.outbox(bob.phone);
  expect(welcomes).toMatchObject([{ kind: 'welcome' }]);
  expect(welcomes[0]!.body).toContain('https://notes.example');
  expect(welcomes[0]!.body).toContain('STOP');
});

test('a short code, a name and our own number are refused', async () => {
  for (const DEFAULT_COUNTRY of ['US', 'DE', 'AU']) {
    await using app = testApp({ DEFAULT_COUNTRY });
    for (const from of ['12345', '767638', 'VERIFY', '', app.config.phoneNumber])
      textIn(app, { ...bob, phone: from }, 'Hi');
    expect(app.db.$client.query('select count(*) as users from users').get()).toEqual({ users: 0 });
    expect(app.outbox()).toEqual([]);
  }
});

test('the first text to a board is answered if somebody else chose its tag', ({ app }) => {
  const owner = ensureUser(app, bob);
  ensureUser(app, cho);
  share(app, owner, 'diary', ann);
  invite(app, owner, 'diary', cho.phone);
  textIn(app, cho, 'Dear #diary');
  expect(repliesTo(app, cho)).toEqual([
    "Posted to Bob Ray's #diary, seen by 2 people. Reply UNDO to take it back.",
  ]);
  app.clock.advance(MINUTE);
  textIn(app, cho, 'More #diary');
  textIn(app, bob, 'My own #diary');
  expect(repliesTo(app, cho)).toHaveLength(1);
  expect(repliesTo(app, bob)).toEqual([]);
  textIn(app, cho, 'UNDO');
  expect(allMessages(app, owner).map(({ content }) => content)).toEqual(['My own #diary', 'Dear #diary']);
});

test('feedback is stored, and the answer says who reads it', ({ app }) => {
  textIn(app, bob, 'More colours please #feedback');
  expect(messagesOf(app, bob)).toEqual(['More colours please #feedback']);
  expect(repliesTo(app, bob)).toEqual([
    'Thank you! Your feedback also goes to the people who run this Tagline.',
  ]);
});
