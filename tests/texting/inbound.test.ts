import { expect, test } from 'bun:test';
import { media } from '../../db/schema';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { allMessages } from '../../src/messages/lists';
import { enqueue } from '../../src/outbox/outbox';
import { testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, MINUTE, SECOND } from '../support/clock';
import { settle } from '../support/people';
import { accountOf, kindsOf, notesOf, textIn } from '../support/texts';

const repliesTo = (app: ReturnType<typeof testApp>, phone: string) =>
  app
    .outbox(phone)
    .filter(({ kind }) => kind === 'reply')
    .map(({ body }) => body);

test('an unknown number gets an account and one welcome in its life, with the address', async () => {
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

test('senders who could never sign in, and our own number, are refused', async () => {
  for (const DEFAULT_COUNTRY of ['US', 'DE', 'AU']) {
    await using app = testApp({ DEFAULT_COUNTRY });
    for (const from of ['12345', '767638', 'VERIFY', '', app.config.phoneNumber])
      textIn(app, { ...bob, phone: from }, 'Hi');
    expect(app.db.$client.query('select count(*) as users from users').get()).toEqual({ users: 0 });
    expect(app.outbox()).toEqual([]);
  }
});

test('UNDO takes the last text back for ten minutes, and says so', async () => {
  await using app = testApp();
  textIn(app, bob, 'First');
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Second');
  textIn(app, bob, 'Undo.');
  expect(notesOf(app, bob)).toEqual(['First']);
  textIn(app, bob, 'UNDO');
  expect(notesOf(app, bob)).toEqual([]);
  app.clock.advance(11 * MINUTE);
  textIn(app, bob, 'Third');
  app.clock.advance(10 * MINUTE + 1);
  textIn(app, bob, 'UNDO');
  expect(notesOf(app, bob)).toEqual(['Third']);
  expect(repliesTo(app, bob.phone).map((reply) => reply.slice(0, 12))).toEqual([
    'Taken back: ',
    'Taken back: ',
    'There is not',
  ]);
});

test('an UNDO that arrives late takes back what was the last text when it was sent', async () => {
  await using app = testApp();
  app.clock.freeze();
  const sent = app.now();
  textIn(app, bob, 'Meant');
  app.clock.advance(5 * MINUTE);
  textIn(app, bob, 'Since then');
  app.clock.advance(7 * MINUTE);
  textIn(app, bob, 'UNDO', { at: sent + MINUTE });
  expect(notesOf(app, bob)).toEqual(['Since then']);
  textIn(app, bob, 'UNDO', { at: sent + 2 * MINUTE });
  expect(notesOf(app, bob)).toEqual(['Since then']);
});

test('UNDO takes back nothing of anybody else', async () => {
  await using app = testApp();
  textIn(app, bob, 'Mine');
  textIn(app, cho, 'UNDO');
  expect(notesOf(app, bob)).toEqual(['Mine']);
  expect(app.outbox(cho.phone)).toEqual([]); // nor is a stranger told anything
  expect(accountOf(app, cho)).toBeUndefined();
});

test('the first text to a board that somebody else has named is answered with who reads it', async () => {
  await using app = testApp();
  const owner = settle(app, bob);
  settle(app, ann);
  settle(app, cho);
  createSharedBoard(app, owner, 'diary');
  invite(app, owner, 'diary', ann.phone);
  invite(app, owner, 'diary', cho.phone);
  textIn(app, cho, 'Dear #diary');
  expect(repliesTo(app, cho.phone)).toEqual([
    "Posted to Bob Ray's #diary, seen by 2 people. Reply UNDO to take it back.",
  ]);
  app.clock.advance(MINUTE);
  textIn(app, cho, 'More #diary');
  textIn(app, bob, 'My own #diary');
  expect(repliesTo(app, cho.phone)).toHaveLength(1);
  expect(repliesTo(app, bob.phone)).toEqual([]);
  textIn(app, cho, 'UNDO');
  expect(allMessages(app, owner).map(({ content }) => content)).toEqual(['My own #diary', 'Dear #diary']);
});

test('feedback is kept as a note and answered with who reads it', async () => {
  await using app = testApp();
  textIn(app, bob, 'More colours please #feedback');
  expect(notesOf(app, bob)).toEqual(['More colours please #feedback']);
  expect(repliesTo(app, bob.phone)).toEqual([
    'Thank you! Your feedback also goes to the people who run this Tagline.',
  ]);
});

test('reactions to our texts, in any language, and what comes back as we sent it, are no notes', async () => {
  await using app = testApp();
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
    'Loved “Milk”', // one's own text
    welcome,
    `  ${welcome.replaceAll(' ', '  ')} \n`,
  ];
  for (const text of reactions) textIn(app, bob, text);
  expect(kindsOf(app, bob).slice(1)).toEqual(reactions.map(() => 'echo'));
  expect(notesOf(app, bob)).toEqual(['Milk']);
});

test('a note with a quotation in it is a note', async () => {
  await using app = testApp();
  textIn(app, bob, 'Milk');
  const notes = [
    'Liked “The Dispossessed” #books',
    'Remember “Milk”',
    '“Milk”',
    'Loved the soup',
    'He said “welcome to Tagline” to me',
    '👍',
    'Liked a lot',
  ];
  for (const text of notes) {
    app.clock.advance(MINUTE);
    textIn(app, bob, text);
  }
  expect(notesOf(app, bob)).toEqual(['Milk', ...notes]);
});

test('a long text that its carrier sends in parts is one note, on the boards of the whole', async () => {
  await using app = testApp();
  const long = `${'All work and no play makes Jack a dull boy. '.repeat(5)}#jack`;
  for (const [from, to] of [
    [0, 153],
    [153, 306],
  ]) {
    textIn(app, bob, long.slice(from, to));
    app.clock.advance(2 * SECOND);
  }
  expect(notesOf(app, bob)).toEqual([long]);
  expect(allMessages(app, accountOf(app, bob)!)[0]!.tags).toEqual(['jack']);
  // marked, and out of order
  app.clock.advance(MINUTE);
  textIn(app, bob, '(2/2) the milk #food');
  textIn(app, bob, '(1/2) Do not forget');
  expect(notesOf(app, bob)[1]).toBe('Do not forget the milk #food');
});

test('marked parts are one note in whatever order they come; what is missing is seen', async () => {
  await using app = testApp();
  const [a, b, c] = ['1/3 One', 'two (2/3)', '(3 of 3) three #x'] as const;
  const orders = [
    ...[
      [a, b, c],
      [a, c, b],
      [b, a, c],
    ],
    ...[
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ],
  ];
  for (const parts of orders) {
    for (const part of parts) textIn(app, bob, part);
    app.clock.advance(MINUTE);
  }
  expect(notesOf(app, bob)).toEqual(orders.map(() => 'One two three #x'));
  expect(allMessages(app, accountOf(app, bob)!).map(({ tags }) => tags)).toEqual(orders.map(() => ['x']));
  for (const part of [c, a, c]) textIn(app, bob, part); // the last one is another text's, or came twice
  expect(notesOf(app, bob).slice(orders.length)).toEqual(['(1/3) One\n(3/3) three #x', c]);
});

test('texts that are only near each other stay apart', async () => {
  await using app = testApp();
  const full = 'x'.repeat(153);
  textIn(app, bob, full);
  app.clock.advance(11 * SECOND);
  textIn(app, bob, 'later');
  textIn(app, bob, 'at once, but after a short one');
  textIn(app, cho, full);
  textIn(app, bob, 'after somebody else');
  textIn(app, bob, full);
  textIn(app, bob, '#house Hello all');
  expect(notesOf(app, bob)).toEqual([
    full,
    'later',
    'at once, but after a short one',
    'after somebody else',
    full,
    '#house Hello all',
  ]);
});

test('photos that a phone sends one by one are one note, up to ten', async () => {
  await using app = testApp();
  const photo = (n: number) => ({ media: [{ url: `simulator:1/${n}`, type: 'image/png' }] });
  textIn(app, bob, 'Our trip #trip', photo(0));
  for (let n = 1; n < 11; n++) textIn(app, bob, '', photo(n));
  expect(notesOf(app, bob)).toEqual(['Our trip #trip', '']);
  const counts = app.db.select({ messageId: media.messageId }).from(media).all();
  expect(counts.filter(({ messageId }) => messageId === 1)).toHaveLength(10);
});

test('a flood from one number is kept, and nobody is told of it', async () => {
  await using app = testApp();
  const owner = settle(app, bob);
  settle(app, cho);
  createSharedBoard(app, owner, 'house');
  invite(app, owner, 'house', cho.phone);
  for (let n = 0; n < 40; n++) textIn(app, bob, `Note ${n} #house`);
  expect(notesOf(app, bob)).toHaveLength(40);
  const { waiting } = app.db.$client
    .query<{ waiting: number }, []>('select count(*) as waiting from pending_notifications')
    .get()!;
  expect(waiting).toBe(29);
});

test('what we say by ourselves ends after three texts to one number', async () => {
  await using app = testApp();
  const sent = [];
  for (let n = 0; n < 10; n++) sent.push(enqueue(app, { to: bob.phone, body: `Reply ${n}`, kind: 'reply' }));
  expect(sent.filter(Boolean)).toHaveLength(3);
});
