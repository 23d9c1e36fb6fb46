import { expect, test } from 'bun:test';
import { allMessages } from '../../src/messages/lists';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { openText, readNotes } from './fixtures';
import { importer, testImport } from './importer';

test.each([
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
])('a row keeps the time that its column %s has as %s', async (column, written, at) => {
  using files = tempFolder();
  const { notes } = await readNotes(await openText(`${column},content\n${written},Hello\n`, files));
  expect(notes).toMatchObject([{ text: 'Hello', at }]);
});

testImport('a row whose time is ambiguous or no date at all is left out and named', async (app) => {
  const times = [
    ...['05/06/2024', '2024-02-30', '31 Feb 2024', 'Mar 5'],
    ...['next Friday', 'Chapter 2024', '20240506', '1965-01-01'],
  ];
  const rows = times.map((time) => `Hello,${time}\n`).join('');
  expect(await app.take(`content,date\n${rows}Other,2024-05-31\n`)).toMatchObject({
    messages: 1,
    unreadable: times.length,
    reasons: times.map((time, n) => ({
      what: `row ${n + 2}`,
      reason: `the time "${time}" cannot be read. Write it like 2024-05-31 18:30.`,
    })),
  });
});

testImport('a row without a time is dated by the import', async (app) => {
  const before = Date.now();
  await app.take('content,timestamp,date\nHello,,2024-05-31\nBye, ,\n');
  const [bye, hello] = app.messages();
  expect(hello?.timestamp).toBe('2024-05-31T00:00:00.000Z');
  expect(Date.parse(bye?.timestamp ?? '')).toBeGreaterThanOrEqual(before);
});

testImport('the tags of a row may be written in many ways', async (app) => {
  const ways = ['a;b', '"a, b"', 'a|b', 'a b', '#a #b', 'Shopping list; Food', 'food/asian'];
  await app.take(`content,tags\n${ways.map((way, n) => `Row ${n},${way}\n`).join('')}`);
  const read = app.messages().map(({ content, tags }) => [content, ...tags].join(' '));
  expect(read.sort()).toEqual([
    ...[0, 1, 2, 3, 4].map((n) => `Row ${n} a b`),
    ...['Row 5 shopping-list food', 'Row 6 food-asian'],
  ]);
});

test.each([
  ['rows', 'content,tags\nHello,a\n,\n"  ",b\n\n', 2],
  [
    'bookmarks',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A></A><DT><A HREF="https://a.example/">A</A></DL>',
    1,
  ],
  ['notes', { 'Empty.md': '---\ntags: [a]\n---\n\n', 'Full.md': 'Words' }, 1],
])('%s without a text are left out and counted', async (_, given, empty) => {
  await using app = importer();
  expect(await app.take(given)).toMatchObject({ messages: 1, empty });
});

test.each([';', '\t'])('columns may be separated by %j and be named in capitals', async (separator) => {
  await using app = importer();
  await app.take(['Tags|Content ', 'a|Milk, bread'].join('\r\n').replaceAll('|', separator));
  expect(app.messages()).toMatchObject([{ content: 'Milk, bread', tags: ['a'] }]);
});

testImport('the column `id` of another program is not taken for one of an export', async (app) => {
  await app.take("id,content,created_at\n7,'tis the season,2024-05-31\n");
  expect(app.messages()).toMatchObject([{ content: "'tis the season" }]);
});

testImport('a note keeps its time and its nested tags, a bookmark its milliseconds', async (app) => {
  const timestamp = '2024-05-31T18:30:00.000Z';
  await app.take({ 'Ramen.md': '---\ntags: [food/asian]\ntimestamp: 2024-05-31 18:30\n---\nRamen\n' });
  await app.take(
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A ADD_DATE="1717180200000" TAGS="a;b" HREF="https://a.example/?x>y">A < B</A></DL>',
  );
  expect(app.stored()).toContainEqual({ content: 'Ramen', tags: ['food-asian'], timestamp });
  expect(app.stored()).toContainEqual({
    content: 'A < B\nhttps://a.example/?x>y',
    tags: ['a', 'b'],
    timestamp,
  });
});

testImport('a row with an old form of a number belongs to the person with its present form', async (app) => {
  const luz = ensureUser(app, { firstName: 'Luz', lastName: 'Paz', phone: '+525512345678' });
  expect(await app.take('content,from\nHello,+5215512345678\n')).toMatchObject({ messages: 1, people: 0 });
  expect(allMessages(app, luz)).toMatchObject([{ content: 'Hello' }]);
});
