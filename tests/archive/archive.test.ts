import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { User } from '../../db/schema';
import { importFile } from '../../src/archive/import';
import { sharedWithCounts, tagsWithCounts } from '../../src/boards/boards';
import { createSharedBoard, invite, listMembers } from '../../src/boards/sharing';
import { allMessages } from '../../src/messages/lists';
import { create, remove } from '../../src/messages/messages';
import { hasStopped } from '../../src/outbox/outbox';
import { findUserByPhone } from '../../src/users/users';
import { openZip } from '../../src/zip';
import { type TestApp, testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { settle } from '../support/people';
import { HOSTILE, LINKS, save, town } from './town';

/** These tests wait for the disk; a busy one is no failure. */
const PATIENCE_MS = 60_000;

test(
  'everything, exported, imported into an empty server and exported again, is byte for byte the same',
  async () => {
    await using app = testApp();
    await using empty = testApp();
    using files = tempFolder();
    const { a, b, c } = await town(app);
    const first = await save(app, null, files.file('first.zip'));
    const { people, boards, known } = await importFile(empty, files.file('first.zip'));
    expect({ people, boards, known }).toEqual({ people: 3, boards: 2, known: 0 });
    expect(await save(empty, null, files.file('second.zip'))).toEqual(first);

    // and it is the same to whoever looks
    for (const who of [a, b, c]) {
      const there = findUserByPhone(empty, who.phone) as User;
      const look = (app: TestApp, user: User) =>
        allMessages(app, user).map(({ content, tags, timestamp, senderFirstName, media }) => ({
          content,
          tags,
          timestamp,
          senderFirstName,
          media: media.map(({ type, width }) => ({ type, width })),
        }));
      expect(look(empty, there)).toEqual(look(app, who));
    }
    expect(
      listMembers(empty, findUserByPhone(empty, bob.phone) as User, 'house').map(({ role }) => role),
    ).toEqual(['owner', 'member']);
    expect(hasStopped(empty, '+12025550199')).toBe(true);
    expect(empty.outbox()).toEqual([]); // nobody is texted about it
  },
  PATIENCE_MS,
);

test(
  "one person's messages survive the same journey in every format",
  async () => {
    await using app = testApp();
    using files = tempFolder();
    const { a } = await town(app);
    for (const format of ['json', 'markdown', 'csv', 'bookmarks'] as const) {
      await using empty = testApp();
      const as = format === 'bookmarks' ? settle(empty, ann) : null;
      const first = await save(app, a, files.file('first'), format);
      const { messages } = await importFile(empty, files.file('first'), { as });
      expect(messages).toBe(format === 'bookmarks' ? LINKS : HOSTILE.length + 2);
      const there = findUserByPhone(empty, ann.phone) as User;
      expect((await save(empty, there, files.file('second'), format)).toString('latin1')).toBe(
        first.toString('latin1'),
      );
      const contents = allMessages(empty, there).map(({ content }) => content);
      for (const content of HOSTILE)
        if (format !== 'bookmarks' || content.includes('http')) expect(contents).toContain(content);
    }
  },
  PATIENCE_MS,
);

test(
  'a person takes along what they sent, and nothing of the others',
  async () => {
    await using app = testApp();
    using files = tempFolder();
    const { a, c } = await town(app);
    for (const format of ['json', 'markdown', 'csv', 'bookmarks'] as const) {
      const text = await textOf(await save(app, a, files.file('mine'), format), files.file('mine'));
      expect(text).not.toContain(bob.phone);
      expect(text).not.toContain('Paint');
      expect(text).not.toContain('Rose');
      expect(text).toContain('c.example');
    }
    const left = await textOf(await save(app, c, files.file('left'), 'json'), files.file('left'));
    expect(left).toContain('"boards":[{"tag":"house-2"}]'); // where their message is since they left
  },
  PATIENCE_MS,
);

test(
  'the same import twice brings nothing new, nor does an import into the server it came from',
  async () => {
    await using app = testApp();
    using files = tempFolder();
    const { a } = await town(app);
    const count = () => app.db.$client.query('select count(*) as n from messages').get();
    const before = count();
    for (const format of ['json', 'markdown', 'csv'] as const) {
      await save(app, a, files.file('mine'), format);
      expect(await importFile(app, files.file('mine'))).toMatchObject({
        messages: 0,
        known: HOSTILE.length + 2,
      });
      await using other = testApp();
      await importFile(other, files.file('mine'));
      expect(await importFile(other, files.file('mine'))).toMatchObject({
        messages: 0,
        known: HOSTILE.length + 2,
      });
      // and onwards to a third, back again
      await save(other, findUserByPhone(other, ann.phone), files.file('theirs'), format);
      expect(await importFile(app, files.file('theirs'))).toMatchObject({ messages: 0 });
    }
    await save(app, a, files.file('links'), 'bookmarks');
    await using other = testApp();
    const as = settle(other, ann);
    expect(await importFile(other, files.file('links'), { as })).toMatchObject({ messages: LINKS });
    expect(await importFile(other, files.file('links'), { as })).toMatchObject({ messages: 0, known: LINKS });
    expect(count()).toEqual(before);
  },
  PATIENCE_MS,
);

test('a table begins with the mark without which Excel takes it for another alphabet, and comes back', async () => {
  await using app = testApp();
  await using other = testApp();
  using files = tempFolder();
  const a = settle(app, ann);
  create(app, a, { content: 'Сырники #еда', source: 'sms' });
  await save(app, a, files.file('mine.csv'), 'csv');
  expect(readFileSync(files.file('mine.csv')).toString('hex', 0, 3)).toBe('efbbbf');
  await importFile(other, files.file('mine.csv'));
  expect(allMessages(other, settle(other, ann)).map(({ content }) => content)).toEqual(['Сырники #еда']);
});

test(
  'a message that was deleted comes back with an import, alone',
  async () => {
    await using app = testApp();
    using files = tempFolder();
    const { a } = await town(app);
    await save(app, a, files.file('mine'));
    const [latest] = allMessages(app, a).filter(({ senderId }) => senderId === a.id);
    remove(app, [latest!.id]);
    expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 1, boards: 0 });
    expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 0 });
    expect(allMessages(app, a).map(({ content }) => content)).toContain(latest!.content);
  },
  PATIENCE_MS,
);

test(
  'what was private when it was exported is readable by nobody else afterwards, whatever its board is called',
  async () => {
    await using app = testApp();
    await using other = testApp();
    using files = tempFolder();
    const a = settle(app, ann);
    create(app, a, { content: 'Secret #house', source: 'sms' });
    createSharedBoard(app, a, 'club');
    create(app, a, { content: 'For the club #club', source: 'sms' });
    await save(app, a, files.file('mine'));
    await save(app, a, files.file('mine.csv'), 'csv');
    const [annThere, bobThere] = [settle(other, ann), settle(other, bob)];
    for (const name of ['house', 'club']) {
      createSharedBoard(other, annThere, name);
      invite(other, annThere, name, bob.phone);
    }
    await importFile(other, files.file('mine'));
    expect(allMessages(other, bobThere)).toEqual([]);
    expect(tagsWithCounts(other, annThere)).toEqual([{ tag: 'house-2', count: 1 }]);
    expect(sharedWithCounts(other, annThere).map(({ name, count }) => ({ name, count }))).toEqual([
      { name: 'club-2', count: 1 },
      { name: 'club', count: 0 },
      { name: 'house', count: 0 },
    ]);
    await importFile(other, files.file('mine')); // and again without another board
    expect(sharedWithCounts(other, annThere)).toHaveLength(3);
    await importFile(other, files.file('mine.csv'));
    expect(allMessages(other, bobThere)).toEqual([]);
  },
  PATIENCE_MS,
);

/** All that stands in an export, unpacked. */
async function textOf(bytes: Buffer, file: string): Promise<string> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return bytes.toString();
  const zip = await openZip(file, 'an export');
  const texts = await Array.fromAsync(zip.names, (name) => zip.text(name));
  zip.close();
  return texts.join('\n');
}
