import { expect, test } from 'bun:test';
import { importSentence } from '../../src/archive/sentences';
import { allMessages } from '../../src/messages/lists';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { openText, readNotes } from './fixtures';
import { importer, testImport } from './importer';
import { keepNote } from './keep-takeout';

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

testImport('a row whose time is no date is left out and named', async (app) => {
  const times = [
    ...['2024-02-30', '31 Feb 2024', 'Mar 5', '31/02/2024', '02/31/2024'],
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

test.each([
  ['31.05.2024|01.06.2024 18:30', '2024-05-31T00:00|2024-06-01T18:30'],
  ['05.06.2024', '2024-06-05T00:00'],
  ['05/06/2024|31/05/2024', '2024-06-05T00:00|2024-05-31T00:00'],
  ['05/06/24 6:30 PM|05/31/24', '2024-05-06T18:30|2024-05-31T00:00'],
])('the dates %s of a column decide together which number is the day', async (written, expected) => {
  using files = tempFolder();
  const rows = written.split('|').map((date) => `Hello,${date}\n`);
  const { notes, remarks } = await readNotes(await openText(`content,date\n${rows.join('')}`, files));
  expect(notes.map(({ at }) => at?.slice(0, 16)).join('|')).toBe(expected);
  expect(remarks).toBeUndefined();
});

testImport(
  'dates that leave the day open are read as in the country of the phone, which is said',
  async (app) => {
    const { remarks } = await app.take(
      'title,url,time_added,tags,status\nA,https://a.example/,05/06/2024,,unread\n',
    );
    expect(remarks).toEqual([
      'No date in the column "time_added" shows which number is the day: 05/06/2024 was read as 2024-05-06.',
    ]);
    expect(app.messages()).toMatchObject([{ timestamp: '2024-05-06T00:00:00.000Z' }]);
  },
);

testImport('columns beside the content are taken or counted by name', async (app) => {
  const row = 'A lamp,https://lamp.example/,Good light,A note,Home things,blue,7';
  const table = `Title,URL,Content,Note,Folder,Colour,id\n${row}\n,https://only.example/,,,,red,8\n`;
  expect(await app.take(table)).toMatchObject({
    messages: 2,
    empty: 0,
    leftOut: [{ what: 'column "colour"', count: 2 }],
  });
  expect(app.messages().map(({ content, tags }) => ({ content, tags }))).toContainEqual({
    content: 'A lamp\nhttps://lamp.example/\nGood light\nA note',
    tags: ['home-things'],
  });
});

testImport('what is left out is counted by kind, and told', async (app) => {
  const keep = (note: object) => keepNote(0, { textContent: 'Soup', ...note });
  for (const [given, left] of [
    [{ 'Keep/A.json': keep({}), 'Keep/B.json': keep({ isTrashed: true }) }, 'notes in the trash (1)'],
    [{ 'A.md': 'A', '.trash/B.md': 'B', '.trash/C.md': 'C' }, 'notes in the trash (2)'],
    [{ 'x/Soup.txt': 'A', 'x/Recently Deleted/B.txt': 'B' }, 'notes in the trash (1)'],
    [
      '1/31/24, 6:30 PM - Ann created the group\n1/31/24, 6:31 PM - Ann: Hi\n[1/31/24, 6:32 PM] Ann: \u200eCho left\n',
      'notices of WhatsApp (2)',
    ],
    [
      '{"name":"Ann","type":"saved_messages","id":1,"messages":[{"id":1,"type":"message","text":"Hi"},{"id":2,"type":"service"}]}',
      'notices of Telegram (1)',
    ],
  ] as const) {
    const result = await app.take(given);
    expect(importSentence(result)).toContain(`\nLeft out: ${left}.`);
  }
});

testImport('places, polls and contacts of a chat are taken', async (app) => {
  await app.take(
    [
      '[31.01.24, 18:30:00] Ann: \u200eLocation: https://maps.google.com/?q=52.5,13.4',
      '[31.01.24, 18:31:00] Ann: \u200eUMFRAGE:\nSoup?\n\u200eOPTION: Yes (\u200e2 votes)\n',
    ].join('\n'),
  );
  const poll = { question: 'When?', answers: [{ text: 'Now' }, { text: 'Later' }] };
  const messages = [
    { id: 1, type: 'message', date_unixtime: '1706722200', text: '', poll },
    { id: 2, type: 'message', text: '', contact_information: { first_name: 'Bob', phone_number: '+1' } },
  ];
  await app.take(JSON.stringify({ name: 'Ann', type: 'saved_messages', id: 1, messages }));
  expect(app.messages().map(({ content }) => content)).toEqual(
    expect.arrayContaining([
      'Location: https://maps.google.com/?q=52.5,13.4',
      'UMFRAGE:\nSoup?\nOPTION: Yes (2 votes)',
      'When?\n- Now\n- Later',
      'Bob +1',
    ]),
  );
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
