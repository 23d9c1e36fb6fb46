import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { importFile } from '../../src/archive/import';
import { allMessages } from '../../src/messages/lists';
import { type TestApp, testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { writeZip } from './write-zip';

async function importText(app: TestApp, text: string) {
  using files = tempFolder();
  const as = ensureUser(app, ann);
  writeFileSync(files.file('list'), text);
  const result = await importFile(app, files.file('list'), { as });
  return { result, messages: allMessages(app, as).reverse() };
}

test('a row keeps its time, in whatever known column and notation it is', async () => {
  for (const [column, written, time] of [
    ['timestamp', '2024-05-31T18:30:00.000Z', '2024-05-31T18:30:00.000Z'],
    ['created', '2024-05-31', '2024-05-31T00:00:00.000Z'],
    ['date', '2024-05-31 18:30', '2024-05-31T18:30:00.000Z'],
    ['Created_At', '2024/5/31 18:30:05 +0200', '2024-05-31T16:30:05.000Z'],
    ['Date', '"31 May 2024, 6:30 PM"', '2024-05-31T18:30:00.000Z'],
    ['date', '31-May-2024', '2024-05-31T00:00:00.000Z'],
    ['date', '"Fri, 31 May 2024 18:30:00 -0700"', '2024-06-01T01:30:00.000Z'],
    ['timestamp', '1717180200', '2024-05-31T18:30:00.000Z'],
    ['timestamp', '1717180200123', '2024-05-31T18:30:00.123Z'],
    ['timestamp', '1717180200123456', '2024-05-31T18:30:00.123Z'],
  ]) {
    await using app = testApp();
    const { messages } = await importText(app, `${column},content\n${written},Hello\n`);
    expect({ written, at: messages.map(({ timestamp }) => timestamp) }).toEqual({
      written,
      at: [time ?? ''],
    });
  }
});

test('a row whose time is ambiguous or no date at all is left out and named', async () => {
  await using app = testApp();
  const TIMES = [
    '05/06/2024',
    '2024-02-30',
    '31 Feb 2024',
    'Mar 5',
    'next Friday',
    'Chapter 2024',
    '20240506',
    '1965-01-01',
  ];
  for (const time of TIMES)
    expect((await importText(app, `content,date\nHello,${time}\nOther,2024-05-31\n`)).result).toMatchObject({
      messages: time === TIMES[0] ? 1 : 0,
      unreadable: 1,
      reasons: [
        {
          what: 'row 2',
          reason: `the time "${time}" cannot be read. Write it like 2024-05-31 18:30.`,
        },
      ],
    });
});

test('a row without a time is dated by the import', async () => {
  await using app = testApp();
  const before = Date.now();
  const { messages } = await importText(app, 'content,timestamp,date\nHello,,2024-05-31\nBye, ,\n');
  expect(messages[0]?.timestamp).toBe('2024-05-31T00:00:00.000Z');
  expect(Date.parse(messages[1]?.timestamp ?? '')).toBeGreaterThanOrEqual(before);
});

test('tags are separated by semicolons, commas, bars or spaces', async () => {
  for (const [written, tags] of [
    ['a;b', ['a', 'b']],
    ['"a, b"', ['a', 'b']],
    ['a|b', ['a', 'b']],
    ['a b', ['a', 'b']],
    ['#a #b', ['a', 'b']],
    ['Shopping list; Food', ['shopping-list', 'food']],
    ['food/asian', ['food-asian']],
  ] as const) {
    await using app = testApp();
    const { messages } = await importText(app, `content,tags\nHello,${written}\n`);
    expect({ written, tags: messages.map(({ tags }) => tags) }).toEqual({ written, tags: [[...tags]] });
  }
});

test('rows, bookmarks and notes without a text are left out and counted', async () => {
  await using app = testApp();
  using files = tempFolder();
  const rows = await importText(app, 'content,tags\nHello,a\n,\n"  ",b\n\n');
  expect(rows.result).toMatchObject({ messages: 1, empty: 2 });
  const bookmarks =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A></A><DT><A HREF="https://a.example/">A</A></DL>';
  expect((await importText(app, bookmarks)).result).toMatchObject({ messages: 1, empty: 1 });
  await writeZip(files.file('vault.zip'), { 'Empty.md': '---\ntags: [a]\n---\n\n', 'Full.md': 'Words' });
  const notes = await importFile(app, files.file('vault.zip'), { as: ensureUser(app, ann) });
  expect(notes).toMatchObject({ messages: 1, empty: 1 });
});

test('columns may be separated by semicolons or tabs and be named in capitals', async () => {
  for (const separator of [';', '\t']) {
    await using app = testApp();
    const text = [
      ['Tags', 'Content '],
      ['a', 'Milk, bread'],
    ]
      .map((row) => row.join(separator))
      .join('\r\n');
    const { messages } = await importText(app, text);
    expect(messages.map(({ content, tags }) => ({ content, tags }))).toEqual([
      { content: 'Milk, bread', tags: ['a'] },
    ]);
  }
});

test('the column `id` of another program is not taken for one of an export', async () => {
  await using app = testApp();
  const { messages } = await importText(app, "id,content,created_at\n7,'tis the season,2024-05-31\n");
  expect(messages.map(({ content }) => content)).toEqual(["'tis the season"]);
});

test('a note keeps its time and its nested tags, a bookmark its milliseconds', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const note = '---\ntags: [food/asian]\ntimestamp: 2024-05-31 18:30\n---\nRamen\n';
  await writeZip(files.file('vault.zip'), { 'Ramen.md': note });
  await importFile(app, files.file('vault.zip'), { as });
  await importText(
    app,
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A ADD_DATE="1717180200000" TAGS="a;b" HREF="https://a.example/?x>y">A < B</A></DL>',
  );
  expect(allMessages(app, as).map(({ content, tags, timestamp }) => ({ content, tags, timestamp }))).toEqual(
    expect.arrayContaining([
      { content: 'Ramen', tags: ['food-asian'], timestamp: '2024-05-31T18:30:00.000Z' },
      { content: 'A < B\nhttps://a.example/?x>y', tags: ['a', 'b'], timestamp: '2024-05-31T18:30:00.000Z' },
    ]),
  );
});

test('a row with an old form of a number belongs to the person with its present form', async () => {
  await using app = testApp();
  using files = tempFolder();
  const luz = ensureUser(app, { firstName: 'Luz', lastName: 'Paz', phone: '+525512345678' });
  writeFileSync(files.file('list'), 'content,from\nHello,+5215512345678\n');
  expect(await importFile(app, files.file('list'))).toMatchObject({ messages: 1, people: 0 });
  expect(allMessages(app, luz).map(({ content }) => content)).toEqual(['Hello']);
});
