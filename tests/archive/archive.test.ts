import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import type { User } from '../../db/schema';
import { exportFile, type Format } from '../../src/archive/export';
import { importFile } from '../../src/archive/import';
import { findBoard, sharedWithCounts, tagsWithCounts } from '../../src/boards/boards';
import { createShared, invite, members, removeMember } from '../../src/boards/sharing';
import { pathOf } from '../../src/media/files';
import { storeUpload } from '../../src/media/media';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { create, remove } from '../../src/messages/messages';
import { hasStopped, setStopped } from '../../src/outbox/outbox';
import { findByPhone } from '../../src/users/users';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { folder } from '../support/folder';
import { settle } from '../support/people';

const HOSTILE = [
  '=HYPERLINK("http://evil.example","x") #calc',
  "'quoted' and +1 and -1 and @me",
  'two\nlines\r\nand "quotes", commas\tand tabs',
  '---\nid: "x"\n---\n\n![](../media/x.jpg)\n',
  '<script>alert(1)</script> & <DT><A HREF="x"> https://a.example/?q=<b>&c="d"',
  'https://b.example/ほん\u2028 日本語 #本 👩‍👩‍👧',
  '  spaces around https://c.example  \n\n',
  '#only #hashtags',
];

const LINKS = HOSTILE.filter((content) => content.includes('http')).length;

/** A small town: private and shared boards, renamed and left ones, photos, edits, and every kind of character. */
async function town(app: TestApp) {
  const [a, b, c] = [ann, bob, cho].map((person) => settle(app, person)) as [User, User, User];
  const post = (who: User, content: string, more = {}) => {
    app.clock.advance(MINUTE);
    return create(app, who, { content, source: 'sms', ...more });
  };
  for (const content of HOSTILE) post(a, content);
  createShared(app, b, 'house');
  app.clock.advance(MINUTE);
  createShared(app, b, 'empty');
  post(c, 'Private house of mine #house');
  for (const { phone } of [ann, cho]) invite(app, b, 'house', phone);
  const png = await new Bun.Image(Buffer.from(PIXEL, 'base64')).png().bytes();
  const photo = await storeUpload(app, a, { bytes: new Uint8Array(png), type: 'image/png', name: null });
  const file = await storeUpload(app, a, {
    bytes: Buffer.from('A letter'),
    type: 'text/plain',
    name: 'a [b].txt',
  });
  post(a, 'New lamp #house #diary', { mediaIds: [photo.id, file.id] });
  post(b, 'Paint #house https://paint.example');
  post(c, 'Rose #house-2');
  const edited = post(a, 'Before #draft');
  edit(app, a, edited, { content: 'After', tags: ['done', 'house'] });
  const house = findBoard(app, b, 'house')?.id ?? 0;
  removeMember(app, c, house, c.id);
  setStopped(app, '+12025550199', true);
  return { a, b, c, house };
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const save = async (app: TestApp, whose: User | null, to: string, format: Format = 'json') =>
  readFileSync((await exportFile(app, whose, { format, to, progress: () => {} })).file);

test('everything, exported, imported into an empty server and exported again, is byte for byte the same', async () => {
  await using app = testApp();
  await using empty = testApp();
  using files = folder();
  const { a, b, c } = await town(app);
  const first = await save(app, null, files.file('first.zip'));
  const { people, boards, known } = await importFile(empty, files.file('first.zip'));
  expect({ people, boards, known }).toEqual({ people: 3, boards: 2, known: 0 });
  expect(await save(empty, null, files.file('second.zip'))).toEqual(first);

  // and it is the same to whoever looks
  for (const who of [a, b, c]) {
    const there = findByPhone(empty, who.phone) as User;
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
  const house = findBoard(empty, findByPhone(empty, bob.phone) as User, 'house')!;
  expect(members(empty, findByPhone(empty, bob.phone) as User, house).map(({ role }) => role)).toEqual([
    'owner',
    'member',
  ]);
  expect(hasStopped(empty, '+12025550199')).toBe(true);
  expect(empty.outbox()).toEqual([]); // nobody is texted about it
});

test("one person's messages survive the same journey in every format", async () => {
  await using app = testApp();
  using files = folder();
  const { a } = await town(app);
  for (const format of ['json', 'markdown', 'csv', 'bookmarks'] as const) {
    await using empty = testApp();
    const as = format === 'bookmarks' ? settle(empty, ann) : null;
    const first = await save(app, a, files.file('first'), format);
    const { messages } = await importFile(empty, files.file('first'), { as });
    expect(messages).toBe(format === 'bookmarks' ? LINKS : HOSTILE.length + 2);
    const there = findByPhone(empty, ann.phone) as User;
    expect((await save(empty, there, files.file('second'), format)).toString('latin1')).toBe(
      first.toString('latin1'),
    );
    const contents = allMessages(empty, there).map(({ content }) => content);
    for (const content of HOSTILE)
      if (format !== 'bookmarks' || content.includes('http')) expect(contents).toContain(content);
  }
});

test('a person takes along what they sent, and nothing of the others', async () => {
  await using app = testApp();
  using files = folder();
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
});

test('the same import twice brings nothing new, nor does an import into the server it came from', async () => {
  await using app = testApp();
  using files = folder();
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
    await save(other, findByPhone(other, ann.phone), files.file('theirs'), format);
    expect(await importFile(app, files.file('theirs'))).toMatchObject({ messages: 0 });
  }
  await save(app, a, files.file('links'), 'bookmarks');
  await using other = testApp();
  const as = settle(other, ann);
  expect(await importFile(other, files.file('links'), { as })).toMatchObject({ messages: LINKS });
  expect(await importFile(other, files.file('links'), { as })).toMatchObject({ messages: 0, known: LINKS });
  expect(count()).toEqual(before);
});

test('a message that was deleted comes back with an import, alone', async () => {
  await using app = testApp();
  using files = folder();
  const { a } = await town(app);
  await save(app, a, files.file('mine'));
  const [latest] = allMessages(app, a).filter(({ senderId }) => senderId === a.id);
  remove(app, [latest!.id]);
  expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 1, boards: 0 });
  expect(await importFile(app, files.file('mine'))).toMatchObject({ messages: 0 });
  expect(allMessages(app, a).map(({ content }) => content)).toContain(latest!.content);
});

test('what was private when it was exported is readable by nobody else afterwards, whatever its board is called', async () => {
  await using app = testApp();
  await using other = testApp();
  using files = folder();
  const a = settle(app, ann);
  create(app, a, { content: 'Secret #house', source: 'sms' });
  createShared(app, a, 'club');
  create(app, a, { content: 'For the club #club', source: 'sms' });
  await save(app, a, files.file('mine'));
  await save(app, a, files.file('mine.csv'), 'csv');
  const [annThere, bobThere] = [settle(other, ann), settle(other, bob)];
  for (const name of ['house', 'club']) {
    createShared(other, annThere, name);
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
});

test("a browser's bookmarks become messages with their folders and tags as hashtags", async () => {
  await using app = testApp();
  using files = folder();
  writeFileSync(
    files.file('bookmarks.html'),
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file. -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 ADD_DATE="1700000000" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://a.example/?x=1&amp;y=2" ADD_DATE="1700000001" ICON="data:image/png;base64,AAAA">Tom &amp; Jerry&#39;s</A>
        <DT><H3 ADD_DATE="1700000002">Good Food</H3>
        <DL><p>
            <DT><A HREF="https://b.example/" ADD_DATE="1700000003" TAGS="soup,noodles">Ramen</A>
            <DD>The best in town
        </DL><p>
        <DT><A HREF="https://c.example/" ADD_DATE="1700000004">https://c.example/</A>
    </DL><p>
</DL><p>
`,
  );
  const as = settle(app, ann);
  expect(await importFile(app, files.file('bookmarks.html'), { as })).toMatchObject({ messages: 3 });
  expect(allMessages(app, as).map(({ content, tags, timestamp }) => ({ content, tags, timestamp }))).toEqual([
    { content: 'https://c.example/', tags: ['uncategorized'], timestamp: '2023-11-14T22:13:24.000Z' },
    {
      content: 'Ramen\nhttps://b.example/\nThe best in town',
      tags: ['soup', 'noodles', 'good-food'],
      timestamp: '2023-11-14T22:13:23.000Z',
    },
    {
      content: "Tom & Jerry's\nhttps://a.example/?x=1&y=2",
      tags: ['uncategorized'],
      timestamp: '2023-11-14T22:13:21.000Z',
    },
  ]);
  expect(await importFile(app, files.file('bookmarks.html'), { as })).toMatchObject({
    messages: 0,
    known: 3,
  });
});

test("others' CSV and Markdown are read by what they have", async () => {
  await using app = testApp();
  using files = folder();
  const as = settle(app, ann);
  writeFileSync(
    files.file('notes.csv'),
    '\uFEFFcontent,tags\r\n"Buy milk, bread",Shopping List\r\nCall Bob #todo,\r\n',
  );
  expect(await importFile(app, files.file('notes.csv'), { as })).toMatchObject({ messages: 2 });
  expect(allMessages(app, as).map(({ content, tags }) => ({ content, tags }))).toEqual([
    { content: 'Call Bob #todo', tags: ['todo'] },
    { content: 'Buy milk, bread', tags: ['shopping', 'list'] },
  ]);
});

test('what cannot be imported is refused with its place, and nothing is stored', async () => {
  await using app = testApp();
  await using empty = testApp();
  using files = folder();
  await town(app);
  await save(app, null, files.file('all.zip'));
  const whole = readFileSync(files.file('all.zip'));
  const attempt = (name: string, bytes: Uint8Array | string, options = {}) => {
    writeFileSync(files.file(name), bytes);
    return importFile(empty, files.file(name), options);
  };
  const as = settle(empty, ann);
  await expect(attempt('cut.zip', whole.subarray(0, whole.length / 2))).rejects.toThrow(
    'is not an export of Tagline',
  );
  await expect(attempt('text.txt', 'just a text')).rejects.toThrow('it has no column "content"');
  await expect(attempt('nobody.csv', 'content\nhello\n')).rejects.toThrow('--as PHONE');
  await expect(attempt('broken.csv', 'content\n"open', { as })).rejects.toThrow('cannot be imported');
  await expect(attempt('long.csv', `content\n${'x'.repeat(10_001)}\n`, { as })).rejects.toThrow('row 2');
  await expect(attempt('wrong.csv', 'id,created,content\n../x,2026-01-01,hi\n', { as })).rejects.toThrow(
    'row 2: id is no id',
  );
  await expect(importFile(empty, files.file('none'))).rejects.toThrow('There is no file');
  expect(allMessages(empty, as)).toEqual([]);
});

test('a changed photo is refused, and one that is no image is never shown as one', async () => {
  await using app = testApp();
  await using empty = testApp();
  using files = folder();
  const { a } = await town(app);
  const [{ file }] = app.db.$client
    .query<{ file: string }, []>("select file from media where type = 'image/png'")
    .all() as [{ file: string }];
  writeFileSync(pathOf(app, file), '<script>alert(1)</script>');
  await save(app, a, files.file('mine'));
  await importFile(empty, files.file('mine'));
  const types = empty.db.$client.query('select type from media order by id').all();
  expect(types).toEqual([{ type: 'application/octet-stream' }, { type: 'text/plain' }]);

  await using third = testApp();
  const spoiled = readFileSync(files.file('mine')).toString('latin1').replace('alert(1)', 'alert(2)');
  writeFileSync(files.file('spoiled'), spoiled, 'latin1');
  await expect(importFile(third, files.file('spoiled'))).rejects.toThrow('is not as it was written');
});

/** All that stands in an export, unpacked. */
async function textOf(bytes: Buffer, file: string): Promise<string> {
  if (bytes.toString('latin1', 0, 2) !== 'PK') return bytes.toString();
  const { openZip } = await import('../../src/zip');
  const zip = await openZip(file, 'an export');
  const texts = await Array.fromAsync(zip.names, (name) => zip.text(name));
  zip.close();
  return texts.join('\n');
}
