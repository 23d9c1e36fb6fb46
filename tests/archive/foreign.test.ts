import { expect } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { like } from 'drizzle-orm';
import { media, messages } from '../../db/schema';
import { readForeign } from '../../src/archive/caged-files';
import { exportStream } from '../../src/archive/export';
import { createReader } from '../../src/archive/foreign-files';
import { toImported } from '../../src/archive/formats/archived-files';
import { importFile } from '../../src/archive/import';
import { storeDigests } from '../../src/archive/store-accounts';
import { requireBoard } from '../../src/boards/boards';
import { MEDIA_BYTES_MAX } from '../../src/contract/limits';
import { filePath } from '../../src/media/files';
import { testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, cho } from '../support/cast';
import { tempFolder } from '../support/folder';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { LOCATION, photo } from '../support/pictures';
import { exportTo, fillServer } from './fill-server';
import { importer, testImport } from './importer';

testImport("a browser's bookmarks become messages; folders and tags become tags", async (app) => {
  const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
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
`;
  expect(await app.take(bookmarks)).toMatchObject({ messages: 3 });
  expect(app.stored()).toEqual([
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
});

testImport('a message whose sender is no phone number belongs to the importer', async (app) => {
  await app.take('from,content\nBob,Hello\n');
  expect(app.db.$client.query('select phone from users').all()).toEqual([{ phone: ann.phone }]);
  expect(app.messages()).toHaveLength(1);
});

testImport('an archive with a shared reserved board or an outside path is refused', async (app) => {
  const attempt = async (zip: Record<string, string>, change = (bytes: string) => bytes) => {
    const file = await app.write(zip);
    writeFileSync(file, change(readFileSync(file).toString('latin1')), 'latin1');
    return importFile(app, file);
  };
  const [owner, createdAt] = [ann.phone, '2026-01-01T00:00:00.000Z'];
  const board = { owner, tag: 'uncategorized', createdAt, members: [] };
  const parts = {
    'tagline.json': '{"format":"tagline-export","version":1}',
    'people.json': '',
    'phones.json': '',
  };
  await expect(
    attempt({ ...parts, 'boards.json': JSON.stringify(board), 'messages.json': '' }),
  ).rejects.toThrow('boards.json, line 1: tag cannot be shared');
  const newer = { 'tagline.json': '{"format":"tagline-export","version":2}' };
  await expect(attempt(newer)).rejects.toThrow('newer Tagline');
  await expect(
    attempt({ ...parts, 'xxxx/evil.md': 'evil' }, (bytes) => bytes.replaceAll('xxxx/', '../x/')),
  ).rejects.toThrow('invalid relative path');
  expect(app.db.$client.query('select count(*) from users').values()).toEqual([[1]]);
});

test('an invalid file stores nothing and gets an error that names the place', async ({ app }) => {
  await using empty = importer();
  using files = tempFolder();
  await fillServer(app);
  await exportTo(app, null, files.file('all.zip'));
  const whole = readFileSync(files.file('all.zip'));
  const ownColumns = 'id,created,edited,from,source,tags,content';
  for (const [name, given, error] of [
    ['cut.zip', whole.subarray(0, whole.length / 2), 'is not an export of Tagline'],
    [
      'text.txt',
      'BEGIN:VCARD',
      'text.txt cannot be imported: it is a list of contacts or a calendar. Tagline takes Tagline (any export),',
    ],
    ['broken.csv', 'content\n"open', 'cannot be imported'],
    ['wrong.csv', `${ownColumns}\n../x,2026-01-01,,,,,hi\n`, 'row 2: id is not an id'],
  ] as const)
    await expect(empty.take(given, name)).rejects.toThrow(error);
  await expect(importFile(empty, await empty.write('content\nhello\n'))).rejects.toThrow('--as PHONE');
  await expect(importFile(empty, files.file('none'))).rejects.toThrow('There is no file');
  expect(empty.messages()).toEqual([]);
});

test('an imported photo loses its location, a broken one becomes a line', async ({ app }) => {
  await using empty = testApp();
  using files = tempFolder();
  const { a } = await fillServer(app);
  const [{ file }] = app.db.$client
    .query<{ file: string }, []>("select file from media where type = 'image/png'")
    .all() as [{ file: string }];
  writeFileSync(filePath(app, file), await photo(6, 4));
  await exportTo(app, a, files.file('with-place'));
  await importFile(empty, files.file('with-place'));
  const imported = empty.db.select().from(media).all();
  expect(imported).toMatchObject([{ type: 'image/jpeg', width: 6, height: 4 }, { type: 'text/plain' }]);
  expect(readFileSync(filePath(empty, imported[0]!.file!)).includes(LOCATION)).toBe(false);

  await using other = testApp();
  writeFileSync(filePath(app, file), '<script>alert(1)</script>');
  await exportTo(app, a, files.file('mine'));
  await importFile(other, files.file('mine'));
  expect(other.db.select().from(media).all()).toMatchObject([{ type: 'text/plain' }]);
  expect(other.db.select().from(messages).where(like(messages.content, 'New lamp%')).get()?.content).toBe(
    'New lamp #house #diary\n(A picture came with this that cannot be read here.)',
  );

  await using third = testApp();
  const changed = readFileSync(files.file('mine')).toString('latin1').replace('alert(1)', 'alert(2)');
  writeFileSync(files.file('changed'), changed, 'latin1');
  await expect(importFile(third, files.file('changed'))).rejects.toThrow('is not as it was written');

  writeFileSync(filePath(app, file), new Uint8Array(MEDIA_BYTES_MAX + 1));
  await exportTo(app, a, files.file('large'));
  await expect(importFile(third, files.file('large'))).rejects.toThrow('is missing or too large');
});

test('the reader answers only what was opened, and an ended one nothing', async () => {
  using files = tempFolder();
  writeFileSync(files.file('notes.csv'), 'content\nhello\n');
  const read = readForeign();
  await expect(read({ act: 'next' })).rejects.toThrow('Nothing is open');
  await read({ act: 'open', name: 'notes.csv', path: files.file('notes.csv') });
  await expect(read({ act: 'read', file: 7 })).rejects.toThrow('There is no such file');
  const reader = createReader();
  reader.end(new Error('The import was removed.'));
  await expect(reader.ask({ act: 'next' })).rejects.toThrow('was removed');
});

test('bookmarks are of one person, and a photo of an export is as it was written', async ({ app }) => {
  await fillServer(app);
  expect(() => exportStream(app, null, 'bookmarks')).toThrow('--of PHONE');
  const bundle = {
    name: 'all.zip',
    chunks: async function* () {
      yield new Uint8Array([1]);
    },
  };
  const media = [{ file: `media/${'0'.repeat(64)}.jpg`, type: 'image/jpeg', name: null }];
  const [photo] = toImported(
    { ...bundle, has: () => true, size: () => 1 } as never,
    { media } as never,
  ).files;
  await expect(photo!.read()).rejects.toThrow('not as it was written');
});

test('a digest of a board that its reader is not on is left out', ({ app, owner, member }) => {
  const stranger = ensureUser(app, cho);
  share(app, owner, 'club', cho);
  const board = requireBoard(app, owner, 'house');
  const digests = [{ board: { owner: owner.phone, tag: 'house' }, weekday: null, time: '08:00' }];
  for (const { phone } of [member, stranger]) storeDigests(app, { phone, digests } as never, () => board);
  expect(app.db.$client.query('select user_id as id from digests').all()).toEqual([{ id: member.id }]);
});
