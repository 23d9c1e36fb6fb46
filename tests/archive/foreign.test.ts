import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { like } from 'drizzle-orm';
import { media, messages } from '../../db/schema';
import { importFile } from '../../src/archive/import';
import { MEDIA_BYTES_MAX } from '../../src/contract/limits';
import { filePath } from '../../src/media/files';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { LOCATION, photo } from '../support/pictures';
import { exportTo, fillServer } from './fill-server';
import { writeZip } from './write-zip';

test("a browser's bookmarks become messages; folders and tags become tags", async () => {
  await using app = testApp();
  using files = tempFolder();
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
  const as = ensureUser(app, ann);
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

test('CSV of another program needs only a column `content`', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  writeFileSync(
    files.file('list.csv'),
    '\uFEFFcontent,tags\r\n"Buy milk, bread",Shopping List\r\nCall Bob #todo,\r\n',
  );
  expect(await importFile(app, files.file('list.csv'), { as })).toMatchObject({ messages: 2 });
  expect(allMessages(app, as).map(({ content, tags }) => ({ content, tags }))).toEqual([
    { content: 'Call Bob #todo', tags: ['todo'] },
    { content: 'Buy milk, bread', tags: ['shopping', 'list'] },
  ]);
});

test('a message whose sender is no phone number belongs to the importer', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  writeFileSync(files.file('chat.csv'), 'from,content\nBob,Hello\n');
  await importFile(app, files.file('chat.csv'), { as });
  expect(app.db.$client.query('select phone from users').all()).toEqual([{ phone: ann.phone }]);
  expect(allMessages(app, as)).toHaveLength(1);
});

test('Markdown of another program keeps its tags, date and text', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  await writeZip(files.file('vault.zip'), {
    'Recipes/Soup.md': '---\ntags:\n  - Food\n  - to try\ndate: 2024-05-06\n---\n# Soup\n\nWith noodles.\n',
    'Plain.md': 'Just words #idea\n',
    'picture.png': 'not imported',
  });
  expect(await importFile(app, files.file('vault.zip'), { as })).toMatchObject({ messages: 2 });
  const found = allMessages(app, as).map(({ content, tags }) => ({ content, tags }));
  expect(found).toContainEqual({ content: 'Plain\nJust words #idea', tags: ['idea'] });
  expect(found).toContainEqual({ content: '# Soup\n\nWith noodles.', tags: ['food', 'to-try', 'recipes'] });
  expect(allMessages(app, as).at(-1)?.timestamp).toBe('2024-05-06T00:00:00.000Z');
});

test('an archive with a shared reserved board or an outside path is refused', async () => {
  await using app = testApp();
  using files = tempFolder();
  const [owner, createdAt] = [ann.phone, '2026-01-01T00:00:00.000Z'];
  const board = { owner, tag: 'uncategorized', createdAt, members: [] };
  const parts = {
    'tagline.json': '{"format":"tagline-export","version":1}',
    'people.json': '',
    'phones.json': '',
  };
  await writeZip(files.file('shared.zip'), {
    ...parts,
    'boards.json': JSON.stringify(board),
    'messages.json': '',
  });
  await expect(importFile(app, files.file('shared.zip'))).rejects.toThrow(
    'boards.json, line 1: tag cannot be shared',
  );
  await writeZip(files.file('newer.zip'), { 'tagline.json': '{"format":"tagline-export","version":2}' });
  await expect(importFile(app, files.file('newer.zip'))).rejects.toThrow('newer Tagline');
  await writeZip(files.file('out.zip'), { ...parts, 'xxxx/evil.md': 'evil' });
  const bytes = readFileSync(files.file('out.zip')).toString('latin1').replaceAll('xxxx/', '../x/');
  writeFileSync(files.file('out.zip'), bytes, 'latin1');
  await expect(importFile(app, files.file('out.zip'))).rejects.toThrow('invalid relative path');
  expect(app.db.$client.query('select 1 from users').get()).toBeNull();
});

test('an invalid file stores nothing and gets an error that names the place', async () => {
  await using app = testApp();
  await using empty = testApp();
  using files = tempFolder();
  await fillServer(app);
  await exportTo(app, null, files.file('all.zip'));
  const whole = readFileSync(files.file('all.zip'));
  const attempt = (name: string, bytes: Uint8Array | string, options = {}) => {
    writeFileSync(files.file(name), bytes);
    return importFile(empty, files.file(name), options);
  };
  const as = ensureUser(empty, ann);
  await expect(attempt('cut.zip', whole.subarray(0, whole.length / 2))).rejects.toThrow(
    'is not an export of Tagline',
  );
  await expect(attempt('text.txt', 'BEGIN:VCARD')).rejects.toThrow(
    'text.txt cannot be imported: it is a list of contacts or a calendar. Tagline takes Tagline (any export),',
  );
  await expect(attempt('nobody.csv', 'content\nhello\n')).rejects.toThrow('--as PHONE');
  await expect(attempt('broken.csv', 'content\n"open', { as })).rejects.toThrow('cannot be imported');
  const ownColumns = 'id,created,edited,from,source,tags,content';
  await expect(attempt('wrong.csv', `${ownColumns}\n../x,2026-01-01,,,,,hi\n`, { as })).rejects.toThrow(
    'row 2: id is not an id',
  );
  await expect(importFile(empty, files.file('none'))).rejects.toThrow('There is no file');
  expect(allMessages(empty, as)).toEqual([]);
});

test('an imported photo loses its location, a broken one becomes a line', async () => {
  await using app = testApp();
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
