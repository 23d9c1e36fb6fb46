import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import type { Message } from '../../src/contract/messages';
import type { ListedReminder } from '../../src/contract/reminders';
import { tokenOf } from '../support/bearer';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { shareBoard } from '../support/household';
import { png } from '../support/pictures';
import { machine } from '../support/place';
import { type TestServer, testServer } from '../support/server';

type Given = Parameters<typeof machine>[1];

async function loggedIn(server: TestServer, home: string) {
  const { token } = await tokenOf(server, ann);
  const at = (given: Given = {}) =>
    machine(home, { ...given, env: { TAGLINE_URL: server.url, TAGLINE_TOKEN: token, ...given.env } });
  return { ...at(), piping: (piped: string | Uint8Array) => at({ piped }).run };
}

test('words and files are sent, found and listed', async () => {
  await using server = await testServer();
  using home = tempFolder();
  const { id } = await shareBoard(server, 'house', ann, bob);
  expect(id).toBeGreaterThan(0);
  const { run } = await loggedIn(server, home.path);
  writeFileSync(home.file('photo.png'), png(4, 3));
  writeFileSync(home.file('list.txt'), 'milk');

  expect((await run('send', ['Try the ramen place #food #trip'])).say).toBe('Saved on #food, #trip.');
  const sent = await run('send', ['#house', home.file('photo.png'), home.file('list.txt')]);
  expect(sent.say).toBe('Saved on #house with 2 files.');
  const { media } = sent.data as Message;
  expect(media.map(({ name, type }) => [name, type])).toEqual([
    ['photo.png', 'image/png'],
    ['list.txt', 'text/plain'],
  ]);
  await server
    .as(bob)
    .post('/api/messages', { content: 'Paint \u001b[31mred\u001b]0;x\u0007 \u202Eit', tags: ['house'] });

  const found = await run('ask', ['where', 'ramen']);
  expect(found.data.messages).toMatchObject([{ content: 'Try the ramen place #food #trip' }]);
  expect((await run('ask', ['ramen'], { board: '#house' })).say).toBe('Nothing was found for "ramen".');
  const listed = (await run('list', ['#House'])).say;
  expect(
    listed.split('\n').map((line) => line.replace(/^#\d+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}/, '')),
  ).toEqual([
    'Bob Ray  #house',
    '  Paint red it', // without what would move the cursor or turn the words around
    '',
    'Ann Lee  #house',
    `  #house`,
    `  [photo.png] ${server.url}${media[0]!.url}`,
    `  [list.txt] ${server.url}${media[1]!.url}`,
  ]);
  expect((await run('list', ['house'], { limit: '1' })).data.messages).toHaveLength(1);
  expect((await run('list')).say.split('\n').sort()).toEqual([
    '#food  1 note',
    '#house  2 notes, 1 new, shared',
    '#trip  1 note',
  ]);
  expect((await run('list', [], { names: 'yes' })).say.split('\n').sort()).toEqual(['food', 'house', 'trip']);
  for (const limit of ['0', '501', 'many'])
    expect(async () => run('list', ['house'], { limit })).toThrow('--limit');
  expect((await run('list', ['nowhere'])).say).toBe('There is nothing on #nowhere.');
});

test('what comes from a pipe goes to the boards that are named beside it', async () => {
  await using server = await testServer();
  using home = tempFolder();
  const { run, piping } = await loggedIn(server, home.path);
  const log = '\u001b[31mnginx\u001b[0m: worker #0 died, see #12';
  const sent = await piping(`${log}\n`)('send', ['#server']);
  expect(sent.data).toMatchObject({ content: '#server\nnginx: worker # 0 died, see # 12', tags: ['server'] });
  expect((await piping('Milk #groceries')('send')).data).toMatchObject({ tags: ['groceries'] });
  expect((await piping('not read')('send', ['Words #food'])).data).toMatchObject({ content: 'Words #food' });

  const long = 'a line of the log\n'.repeat(1000);
  const { content, media } = (await piping(long)('send', ['#server'])).data as Message;
  expect(content).toBe(`#server\n${'a line of the log\n'.repeat(5).trim()} ...`);
  expect(media).toMatchObject([{ name: 'stdin.txt', type: 'text/plain' }]);
  const file = await server.as(ann).get(media[0]!.url);
  expect(file.text).toBe(long.trim());

  const refused = [
    [() => piping(' \n')('send', ['#server']), 'Nothing came from the pipe, so nothing was sent.'],
    [() => piping('')('send'), 'Nothing came from the pipe'],
    [() => piping(png(2, 2))('send', ['#trip']), 'is no text. Send it as a file'],
    [() => piping('x'.repeat(16 * 1024 * 1024 + 1))('send', ['#server']), 'Send less of it'],
    [() => run('send', ['']), 'There is nothing to send'],
    [() => run('send', ['#trip', home.path]), 'is not a file'],
    [() => run('send', ['#trip', home.file('missing.jpg')]), 'missing.jpg'],
    [() => run('send', ['x'.repeat(10_001)]), 'at most 10,000 characters'],
  ] as const;
  for (const [attempt, sentence] of refused) expect(async () => attempt()).toThrow(sentence);
  expect((await run('list', ['server'])).data.messages).toHaveLength(2);
});

test('words with a time become a reminder, and without one nothing is kept', async () => {
  await using server = await testServer();
  using home = tempFolder();
  const { run } = await loggedIn(server, home.path);
  await server.as(ann).put('/api/profile/time-zone', { timeZone: 'Europe/Berlin' });
  const { data, say } = await run('remind', ['to', 'call mum', 'every friday 9am #family']);
  const { message, remindRule, remindAt } = data as unknown as ListedReminder;
  expect({ content: message.content, tags: message.tags, remindRule }).toEqual({
    content: 'call mum #family',
    tags: ['family'],
    remindRule: 'FREQ=WEEKLY;BYDAY=FR',
  });
  const local = Temporal.Instant.from(remindAt!).toZonedDateTimeISO('Europe/Berlin');
  expect([local.dayOfWeek, local.hour]).toEqual([5, 9]);
  expect(say).toStartWith('Kept. You will be reminded again and again, first ');

  expect(async () => run('remind', ['call mum'])).toThrow('There is no time in it.');
  expect(async () => run('remind', ['call mum yesterday at 9'])).toThrow(/past|no time/);
  const twice = { words: 'water the plants tomorrow 9am', idempotencyKey: 'once' };
  const { client } = await tokenOf(server, ann);
  const [one, other] = [
    await client.post('/api/reminders', twice),
    await client.post('/api/reminders', twice),
  ];
  expect(other.body).toEqual(one.body);
  expect((await server.messagesOf(ann)).length).toBe(2);
});
