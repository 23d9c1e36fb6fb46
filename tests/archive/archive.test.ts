import { expect } from 'bun:test';
import { reactions, reminders, type User } from '../../db/schema';
import { openZip } from '../../src/app/zip';
import { FORMATS, type Format } from '../../src/archive/export-formats';
import { importFile } from '../../src/archive/import';
import { archiveBoard, pinBoard, setList } from '../../src/boards/marks';
import { createSharedBoard, invite, listMembers } from '../../src/boards/sharing';
import { createHook, listHooks } from '../../src/messages/hooks/hooks';
import { allMessages, messagesOfTag } from '../../src/messages/lists';
import { create, remove } from '../../src/messages/messages';
import { pinMessage } from '../../src/messages/pins';
import { react } from '../../src/messages/reactions';
import { tick } from '../../src/messages/ticks';
import { listDigests, setDigest } from '../../src/notices/digests/digests';
import { findEvening, setEvening } from '../../src/notices/evening/evening';
import { channels, preferences, setChannel, setPreference } from '../../src/notices/preferences';
import { setReminder } from '../../src/notices/reminders/reminders';
import { hasStopped } from '../../src/outbox/outbox';
import { giveName } from '../../src/people/given-names';
import { findUserByPhone, updateProfile } from '../../src/people/users';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { privateBoardCards, sharedBoardCards } from '../support/board-cards';
import { ann, bob, dee } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser, NO_BROWSER } from '../support/people';
import { wronglyKnown } from '../support/placements';
import { exportTo, fillServer, TRICKY_CONTENTS, WITH_LINK } from './fill-server';

test('an export that is imported and exported again has the same bytes', async ({ app }) => {
  await using empty = testApp();
  using files = tempFolder();
  const { a, b, c, house } = await fillServer(app);
  updateProfile(app, b, { firstName: 'Bob', lastName: 'Ray', asksBeforeEmbeds: true });
  const [message] = allMessages(app, b);
  setList(app, a, 'house', true);
  const listed = create(app, b, { content: '- [ ] Milk\n- [x] Bread\n- Tea #house #mine', source: 'ui' });
  setList(app, b, 'mine', true);
  tick(app, a, { id: listed, item: 'milk', done: true });
  tick(app, a, { id: listed, item: 'bread', done: false });
  const reminder = { at: app.now() + 86_400_000, starts: '2026-11-27T09:00', rule: 'FREQ=DAILY' };
  setReminder(app, b, message!.id, reminder);
  for (const user of [b, a]) react(app, user, { id: message!.id, emoji: '👍', on: true });
  setEvening(app, a, { time: '21:30', tag: 'journal' });
  app.db.$client.run("update users set mail_address = 'ann@example.org', by_mail = 1 where id = ?", [a.id]);
  const webhook = { url: 'https://example.org/hook', events: ['reminder.due' as const], boards: ['house'] };
  createHook(app, a, { ...webhook, everything: false }, NO_BROWSER);
  giveName(app, a, b.id, 'Bobby');
  setDigest(app, b, { time: '08:00' });
  setDigest(app, a, { boardId: house, weekday: 0, time: '18:30' });
  setPreference(app, a, house, false);
  setChannel(app, a, { boardId: house, channel: 'text' });
  pinBoard(app, a, 'house', true);
  const first = await exportTo(app, null, files.file('first.zip'));
  const { people, boards, known } = await importFile(empty, files.file('first.zip'));
  expect({ people, boards, known }).toEqual({ people: 3, boards: 2, known: 0 });
  expect(await exportTo(empty, null, files.file('second.zip'))).toEqual(first);

  expect([...wronglyKnown(app), ...wronglyKnown(empty)]).toEqual([]);

  for (const user of [a, b, c]) {
    const imported = findUserByPhone(empty, user.phone) as User;
    const look = (app: TestApp, user: User) =>
      allMessages(app, user).map(
        ({ content, tags, timestamp, senderFirstName, media, quote, replies, reactions, items }) => ({
          reactions,
          items,
          quote,
          replies,
          content,
          tags,
          timestamp,
          senderFirstName,
          media: media.map(({ type, width }) => ({ type, width })),
        }),
      );
    expect(look(empty, imported)).toEqual(look(app, user));
  }
  expect(
    listMembers(empty, findUserByPhone(empty, bob.phone) as User, 'house').map(({ role }) => role),
  ).toEqual(['owner', 'member']);
  const asking = [a, b, c].filter(({ phone }) => findUserByPhone(empty, phone)?.asksBeforeEmbeds);
  expect(asking).toEqual([b]);
  expect(hasStopped(empty, '+12025550199')).toBe(true);
  const digests = [a, b, c].map(({ phone }) => listDigests(empty, findUserByPhone(empty, phone)!));
  expect(digests).toMatchObject([[{ weekday: 0, time: '18:30' }], [{ boardId: null, time: '08:00' }], []]);
  expect(listHooks(empty, findUserByPhone(empty, a.phone)!)).toMatchObject([
    { ...webhook, active: false, offBecause: 'it came with an import' },
  ]);
  expect(findEvening(empty, findUserByPhone(empty, a.phone)!)).toEqual({ time: '21:30', tag: 'journal' });
  expect(findUserByPhone(empty, a.phone)).toMatchObject({ mailAddress: 'ann@example.org', byMail: true });
  expect(preferences(empty, findUserByPhone(empty, a.phone)!)).toMatchObject([{ smsEnabled: 'false' }]);
  const channelsOf = (user: User) =>
    channels(empty, findUserByPhone(empty, user.phone)!).map(({ channel }) => channel);
  expect([channelsOf(a), channelsOf(b)]).toEqual([['text'], ['push', 'push']]);

  // the export of one person contains no other person's name
  await exportTo(app, a, files.file('one.zip'));
  const zip = await openZip(files.file('one.zip'), 'an export');
  const [entry] = JSON.parse(await zip.text('people.json', 10_000));
  expect(entry).toMatchObject({
    digests: [{ board: { tag: 'house' }, weekday: 0 }],
    muted: ['house'],
    texted: ['house'],
    pinned: ['house'],
    eveningQuestion: { time: '21:30', tag: 'journal' },
    mail: { address: 'ann@example.org', byMail: true },
    webhooks: [webhook],
  });
  expect(JSON.stringify(entry)).not.toContain(bob.phone);
  zip.close();
  expect(empty.db.select().from(reminders).all()).toMatchObject([reminder]);
  expect(
    empty.db
      .select()
      .from(reactions)
      .all()
      .map(({ told }) => told),
  ).toEqual([true, true]);
  expect(empty.outbox()).toEqual([]); // the import sends no texts
});

test('an import leaves alone the webhooks, marks and addresses of people who are here', async ({ app }) => {
  await using known = testApp();
  using files = tempFolder();
  const { a, b } = await fillServer(app);
  const setMail = (app: TestApp, { id }: User) =>
    app.db.$client.run("update users set mail_address = 'bob@example.org', by_mail = 1 where id = ?", [id]);
  const hook = (app: TestApp, user: User, url: string) =>
    createHook(app, user, { url, events: ['reminder.due'], boards: null, everything: false }, NO_BROWSER);
  for (const user of [a, b]) hook(app, user, 'https://example.org/hook');
  setMail(app, b);
  pinBoard(app, a, 'house', true);
  await exportTo(app, null, files.file('all.zip'));
  const own = ensureUser(known, ann);
  hook(known, own, 'https://own.example/hook');
  setMail(known, ensureUser(known, dee));
  create(known, own, { content: 'Mine #own', source: 'ui' });
  pinBoard(known, own, 'own', true);
  await importFile(known, files.file('all.zip'));
  expect(listHooks(known, own).map(({ url }) => url)).toEqual(['https://own.example/hook']);
  const added = findUserByPhone(known, bob.phone)!;
  expect(added).toMatchObject({ firstName: 'Bob', mailAddress: null });
  expect(listHooks(known, added)).toMatchObject([{ url: 'https://example.org/hook', active: false }]);
  expect(sharedBoardCards(known, own)).toMatchObject([{ name: 'house', pinned: false }]);
});

test("a person's export is imported without a loss in every format", async ({ app }) => {
  using files = tempFolder();
  const { a } = await fillServer(app);
  pinBoard(app, a, 'uncategorized', true);
  archiveBoard(app, a, 'done', true);
  pinMessage(app, a, { tag: 'diary', id: messagesOfTag(app, a, 'diary')[0]!.id, pinned: true });
  for (const format of ['json', 'markdown', 'csv', 'bookmarks'] as const) {
    await using empty = testApp();
    const as = format === 'bookmarks' ? ensureUser(empty, ann) : null;
    const first = await exportTo(app, a, files.file('first'), format);
    const { messages } = await importFile(empty, files.file('first'), { as });
    expect(messages).toBe(format === 'bookmarks' ? WITH_LINK : TRICKY_CONTENTS.length + 4);
    const there = findUserByPhone(empty, ann.phone) as User;
    expect((await exportTo(empty, there, files.file('second'), format)).toString('latin1')).toBe(
      first.toString('latin1'),
    );
    if (format === 'json') {
      expect(messagesOfTag(empty, there, 'diary')[0]).toMatchObject({ pinnedOn: ['diary'] });
      const archived = privateBoardCards(empty, there).filter((board) => board.archived);
      expect(archived.map(({ tag }) => tag)).toEqual(['done']);
    }
    const contents = allMessages(empty, there).map(({ content }) => content);
    for (const content of TRICKY_CONTENTS)
      if (format !== 'bookmarks' || content.includes('http')) expect(contents).toContain(content);
  }
});

test('the export of a person contains nothing of other people', async ({ app }) => {
  using files = tempFolder();
  const { a, c } = await fillServer(app);
  for (const format of Object.keys(FORMATS) as Format[]) {
    const text = await textOf(await exportTo(app, a, files.file('mine'), format), files.file('mine'));
    expect(text).not.toContain(bob.phone);
    expect(text).not.toContain('Paint');
    expect(text).not.toContain('Rose');
    expect(text).toContain('c.example');
  }
  const left = await textOf(await exportTo(app, c, files.file('left'), 'json'), files.file('left'));
  // #house-2 is the private board that keeps the message, because Cho has left #house
  expect(left).toContain('"boards":[{"tag":"house-2"}]');
});

test('an import that is repeated, or done on the original server, stores nothing', async ({ app }) => {
  using files = tempFolder();
  const { a } = await fillServer(app);
  const count = () => app.db.$client.query('select count(*) as n from messages').get();
  const before = count();
  for (const format of ['json', 'markdown', 'csv'] as const) {
    await exportTo(app, a, files.file('mine'), format);
    expect(await importFile(app, files.file('mine'))).toMatchObject({
      messages: 0,
      known: TRICKY_CONTENTS.length + 4,
    });
    await using other = testApp();
    await importFile(other, files.file('mine'));
    expect(await importFile(other, files.file('mine'))).toMatchObject({
      messages: 0,
      known: TRICKY_CONTENTS.length + 4,
    });
    // an export from the other server contains nothing that is new to the original server
    await exportTo(other, findUserByPhone(other, ann.phone), files.file('theirs'), format);
    expect(await importFile(app, files.file('theirs'))).toMatchObject({ messages: 0 });
  }
  await exportTo(app, a, files.file('links'), 'bookmarks');
  await using other = testApp();
  const as = ensureUser(other, ann);
  expect(await importFile(other, files.file('links'), { as })).toMatchObject({ messages: WITH_LINK });
  expect(await importFile(other, files.file('links'), { as })).toMatchObject({
    messages: 0,
    known: WITH_LINK,
  });
  expect(count()).toEqual(before);
});

test('an import brings back only the deleted message', async ({ app }) => {
  using files = tempFolder();
  const { a } = await fillServer(app);
  await exportTo(app, a, files.file('mine'));
  const [latest] = allMessages(app, a).filter(({ senderId }) => senderId === a.id);
  remove(app, [latest!.id]);
  expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 1, boards: 0 });
  expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 0 });
  expect(allMessages(app, a).map(({ content }) => content)).toContain(latest!.content);
});

test('a private message stays private after an import, whatever its tag', async ({ app }) => {
  await using other = testApp();
  using files = tempFolder();
  const a = ensureUser(app, ann);
  create(app, a, { content: 'Secret #house', source: 'sms' });
  createSharedBoard(app, a, 'club');
  create(app, a, { content: 'For the club #club', source: 'sms' });
  await exportTo(app, a, files.file('mine'));
  await exportTo(app, a, files.file('mine.csv'), 'csv');
  const [annThere, bobThere] = [ensureUser(other, ann), ensureUser(other, bob)];
  for (const name of ['house', 'club']) {
    createSharedBoard(other, annThere, name);
    invite(other, annThere, name, bob.phone);
  }
  await importFile(other, files.file('mine'));
  expect(allMessages(other, bobThere)).toEqual([]);
  expect(privateBoardCards(other, annThere)).toMatchObject([{ tag: 'house-2', count: 1 }]);
  expect(sharedBoardCards(other, annThere).map(({ name, count }) => ({ name, count }))).toEqual([
    { name: 'club', count: 0 },
    { name: 'house', count: 0 },
    { name: 'club-2', count: 1 },
  ]);
  await importFile(other, files.file('mine')); // a second import creates no further board
  expect(sharedBoardCards(other, annThere)).toHaveLength(3);
  await importFile(other, files.file('mine.csv'));
  expect(allMessages(other, bobThere)).toEqual([]);
});

async function textOf(bytes: Buffer, file: string): Promise<string> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return bytes.toString();
  const zip = await openZip(file, 'an export');
  const texts = await Array.fromAsync(zip.names, (name) => zip.text(name, 1_000_000));
  zip.close();
  return texts.join('\n');
}
