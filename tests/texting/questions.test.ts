import { expect } from 'bun:test';
import { removeMember } from '../../src/boards/leaving';
import { pinBoard } from '../../src/boards/marks';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { countSegments } from '../../src/contract/segments';
import { create } from '../../src/messages/messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { answerQuestions } from '../../src/texting/questions';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { bob, cho, type Person } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { ensureUser } from '../support/people';
import { accountOf, kindsOf, messagesOf, repliesTo, textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';

async function ask(app: TestApp, person: Person, text: string): Promise<string | null> {
  const before = repliesTo(app, person).length;
  textIn(app, person, text);
  await answerQuestions(app);
  const [answer = null, ...others] = repliesTo(app, person).slice(before);
  expect(others).toEqual([]); // at most one text as the answer to one text
  return answer;
}

test('a question finds what its sender sees, and nothing else', async ({ app }) => {
  const user = ensureUser(app, bob);
  const other = ensureUser(app, cho);
  const house = createSharedBoard(app, user, 'house');
  createSharedBoard(app, other, 'club');
  textIn(app, cho, 'A lamp of my own');
  textIn(app, cho, 'A lamp for the #club');
  invite(app, user, 'house', cho.phone);
  textIn(app, cho, 'The lamp is broken #house');
  textIn(app, bob, 'Lamp shop closes at six #errands');
  const found = (await ask(app, bob, '? lamp'))?.split('\n').map((line) => line.slice(2)) ?? [];
  expect(found.sort()).toEqual([
    expect.stringMatching(/^#errands \d+ \w+: Lamp shop closes at six$/),
    expect.stringMatching(/^#house \d+ \w+, Cho: The lamp is broken$/),
  ]);
  expect(await ask(app, bob, '? lamp -#errands')).toMatch(/^1 #house .*broken$/);
  expect(await ask(app, bob, '#club?')).toBe('You have no board #club. BOARDS lists yours.');
  removeMember(app, user, house.id, other.id);
  expect(await ask(app, cho, '? broken')).toMatch(/^1 #house \d+ \w+: /); // Cho's private copy of the board
  expect(kindsOf(app, bob)).toEqual(['message', 'command', 'command', 'command']);
});

test('MORE and numbers refer to the last question, for an hour', async ({ app }) => {
  const user = ensureUser(app, bob);
  for (let n = 1; n <= 7; n++) {
    create(app, user, { content: `Egg number ${n} #food`, source: 'ui' });
    app.clock.advance(MINUTE);
  }
  expect(await ask(app, bob, 'MORE')).toContain('no question');
  expect(await ask(app, bob, '? egg')).toMatch(/^1 .* 7\n2 .* 6\n3 .* 5\nMORE for 4 others$/);
  const [gone] = app.db.$client.query("select id from messages where content like '%number 3 %'").values();
  removeOwnMessage(app, user, gone![0] as number);
  expect(await ask(app, bob, 'more.')).toMatch(/^4 .* 4\n6 .* 2\n7 .* 1$/);
  expect(await ask(app, bob, 'MORE')).toBe('That was all.');
  expect(await ask(app, bob, '7)')).toMatch(/^\d+ \w+: Egg number 1 #food\nhttp.*\/tag\/food#message-\d+$/);
  expect(await ask(app, bob, '5')).toBe('That message is not there any more.');
  app.clock.advance(59 * MINUTE);
  expect(await ask(app, bob, '1')).toContain('Egg number 7');
  app.clock.advance(2 * MINUTE);
  expect(await ask(app, bob, '1')).toBeNull();
  expect(messagesOf(app, bob).at(-1)).toBe('1'); // after an hour, a number is an ordinary note again
});

test("a number not in the last answer and a stranger's command are notes", async ({ app }) => {
  textIn(app, bob, 'Milk');
  await ask(app, bob, '? milk');
  for (const text of ['2', '3)', '12']) expect(await ask(app, bob, text)).toBeNull();
  expect(messagesOf(app, bob)).toEqual(['Milk', '2', '3)', '12']);
  textIn(app, cho, '? milk');
  textIn(app, { ...cho, phone: '+12025550177' }, 'BOARDS');
  await answerQuestions(app);
  expect(messagesOf(app, cho)).toEqual(['? milk']);
  expect(app.outbox().map(({ kind }) => kind)).toEqual(['welcome', 'reply', 'welcome', 'welcome']);
});

test('the answer to BOARDS names pinned boards first, then the newest', async ({ app }) => {
  for (const text of ['Milk #food', 'Oil #car', 'Soap #home']) {
    textIn(app, bob, text);
    app.clock.advance(MINUTE);
  }
  pinBoard(app, ensureUser(app, bob), 'car', true);
  expect(await ask(app, bob, 'BOARDS')).toStartWith('3 boards: #car 1, #home 1, #food 1.');
});

test('answers have at most two segments, whatever they quote', async () => {
  await using app = testApp({ PUBLIC_URL: 'https://notes.example.com' });
  const user = ensureUser(app, bob);
  const contents = [
    'Ramen '.repeat(100),
    'ラーメン ramen '.repeat(30),
    `ramen ${'x'.repeat(900)}`,
    `ramen https://example.com/${'y'.repeat(80)} ${'z '.repeat(300)}`,
    `ramen 👨‍👩‍👧‍👦👍🏽 “quoted” – … ${'€[]'.repeat(90)}`,
    `ramen #${'é'.repeat(50)} #${'日'.repeat(50)}`,
    'ramen \u202e evil \u2066 \u0007 שלום עולם',
  ];
  for (const content of contents) create(app, user, { content, source: 'ui' });
  const commands = '? ramen,MORE,MORE,MORE,1,2,3,4,5,6,7,?,HELP'.split(',');
  for (const text of [...commands, '? nothing'.padEnd(70, 'x')]) {
    const answer = await ask(app, bob, text);
    expect({ text, answer, fits: countSegments(answer ?? '') <= 2 }).toEqual({ text, answer, fits: true });
    expect(answer).not.toMatch(/\p{Cc}(?<!\n)|[\u202a-\u202e\u2066-\u2069]/u);
  }
  const long = app.outbox(bob.phone).find(({ body }) => /^\d+ \w+: .*\/yyy.*z\.\.\.\n/s.test(body));
  expect(long?.body).toContain(`${'y'.repeat(80)}`); // a link is not cut
});

test('a question is answered once, and not any more after ten minutes', async ({ app }) => {
  textIn(app, bob, 'Milk');
  const before = repliesTo(app, bob).length;
  const text = textIn(app, bob, '? milk');
  textIn(app, bob, '? milk', { sid: text.sid });
  await Promise.all([answerQuestions(app), answerQuestions(app)]);
  await answerQuestions(app);
  expect(repliesTo(app, bob)).toHaveLength(before + 1);
  textIn(app, bob, '? milk'); // the server stops before it answers this
  app.clock.advance(11 * MINUTE);
  await answerQuestions(app);
  expect(await ask(app, bob, '? milk')).toContain('Milk');
  textIn(app, bob, '? milk', { at: app.now() - HOUR });
  await answerQuestions(app);
  expect(repliesTo(app, bob)).toHaveLength(before + 2);
});

test('a number that has stopped gets no answer, also to what it asked before', async ({ app }) => {
  textIn(app, bob, 'Milk');
  textIn(app, bob, '? milk');
  textIn(app, bob, 'STOP');
  await answerQuestions(app);
  expect(await ask(app, bob, '? milk')).toBeNull();
  expect(await ask(app, bob, 'HELP')).toBeNull();
  textIn(app, bob, 'START');
  expect(await ask(app, bob, '? milk')).toContain('Milk');
  expect(messagesOf(app, bob)).toEqual(['Milk']);
});

test('after thirty questions in an hour one sentence says so, then nothing', async ({ app }) => {
  textIn(app, bob, 'Milk');
  createSharedBoard(app, accountOf(app, bob)!, 'house');
  for (let n = 0; n < 30; n++) expect(await ask(app, bob, n % 2 ? '? milk' : 'BOARDS')).not.toBeNull();
  expect(await ask(app, bob, '? milk')).toContain('a lot of questions');
  for (const text of ['? milk', 'MORE', '1', '?', 'WHO #house']) expect(await ask(app, bob, text)).toBeNull();
  expect(await ask(app, bob, 'HELP')).toContain('reply STOP');
  app.clock.advance(HOUR + MINUTE);
  expect(await ask(app, bob, '? milk')).toContain('Milk');
});

test('HELP is answered with what carriers require, unless the gateway has answered it', async () => {
  await using app = testApp(TWILIO);
  textIn(app, bob, 'Milk');
  expect(await ask(app, bob, 'Help!')).toMatch(
    /^Tagline: reply STOP to unsubscribe\. Msg&Data rates may apply\.\n.*\/texting$/s,
  );
  textIn(app, bob, 'HELP', { optOut: 'help' });
  expect(repliesTo(app, bob)).toHaveLength(1);
  textIn(app, cho, 'HELP');
  expect(app.outbox(cho.phone)).toMatchObject([{ kind: 'welcome' }]);
  expect(messagesOf(app, cho)).toEqual([]);
});
