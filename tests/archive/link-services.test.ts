import { expect, test } from 'bun:test';
import { tempFolder } from '../support/folder';
import { openFixture, openText, openZipped, readNotes } from './fixtures';

test('Pocket: the HTML page keeps titles, tags, times and which list a link was in', async () => {
  expect(await readNotes(await openFixture('pocket/ril_export.html'))).toEqual({
    notes: [
      {
        text: "Tom & Jerry's <soup>\nhttps://example.com/soup?x=1&y=2",
        at: '2023-10-29T08:34:48.000Z',
        tags: ['slow food', 'köln', 'to-read'],
      },
      { text: 'http://example.org/no-title', at: '2010-08-12T20:15:07.000Z', tags: ['to-read'] },
      {
        text: 'Read already\nhttps://example.net/read',
        at: '2023-10-29T08:34:50.000Z',
        tags: ['🔥', 'a/b', 'archived'],
      },
    ],
    unreadable: ['javascript:alert(1): its address is not that of a page'],
  });
});

test('Pocket: tags of the CSV are separated by bars, addresses may have commas', async () => {
  const { notes, unreadable } = await readNotes(await openFixture('pocket/part_000000.csv'));
  expect(notes.map(({ text, tags }) => ({ text, tags }))).toEqual([
    { text: 'Some Website Title\nhttps://example.com/with,commas,in,the,url', tags: ['to-read'] },
    {
      text: 'hoarder: "bookmark everything", with AI\nhttps://example.com/hoarder',
      tags: ['opensource', 'withÄumlaut', 'with space', 'archived'],
    },
    { text: 'https://example.com/untitled', tags: ['to-read'] },
    { text: 'Same link again\nhttps://example.com/hoarder', tags: ['opensource', 'to-read'] },
  ]);
  expect(unreadable).toEqual(['row 6: it has no address']);
});

test('Pocket: all parts of the zip are read, and highlights come to their links', async () => {
  using files = tempFolder();
  const { notes, unreadable } = await readNotes(await openZipped('pocket-zip', files));
  expect(notes.map(({ text }) => text)).toEqual([
    'Beating the Averages\nhttps://example.com/avg.html\n> a secret weapon\n> The Blub\n> paradox',
    'Tact Filters\nhttp://example.com/tact.html',
    'A highlight without its link\nhttps://example.com/gone\n> kept all the same',
  ]);
  expect(unreadable).toEqual([]);
});

test('Raindrop.io: notes, highlights, folders, favourites and both ways of writing times', async () => {
  expect(await readNotes(await openFixture('raindrop.csv'))).toEqual({
    notes: [
      {
        text: 'When "Savants" Do Climate Economics\nhttps://example.com/climate?utm=1&x=2\nHow an elite clique hijacked climate policy.\nMy note,\nin two lines\n> First highlight\n> Second highlight',
        at: '2023-11-23T09:13:03.212Z',
        tags: ['nordhaus', 'climate', 'favorite'],
      },
      { text: 'https://example.com/untitled', at: '2024-01-02T03:04:05.000Z', tags: ['Projects'] },
      {
        text: 'Nested\nhttps://example.com/nested',
        at: '2024-01-02T00:00:00.000Z',
        tags: ['Type: Open-Source', 'read later', 'AI Tools'],
      },
      { text: 'No address\nOnly a note', at: '2024-01-02T00:00:00.000Z', tags: [] },
    ],
    unreadable: [],
    leftOut: ['column "cover" (1)'],
  });
});

test('Pinboard: tags are separated by spaces, `false` means no text, a wrong time loses no link', async () => {
  expect(await readNotes(await openFixture('pinboard.json'))).toEqual({
    notes: [
      {
        text: 'Real Story … of <b>Detroit</b> &amp; more\nhttps://example.com/swap?page=0%2C0\nNotes with a\nsecond line',
        at: '2013-09-12T01:36:12.000Z',
        tags: ['Unread', 'via:feedly', 'c++', '.private', 'to-read'],
      },
      { text: 'http://example.org/untitled', at: '2022-04-13T08:01:32.000Z', tags: [] },
      { text: 'When?\nhttps://example.net/', at: null, tags: ['***', '2024'] },
    ],
    unreadable: [],
  });
});

test('Instapaper: tags are JSON, three folders become tags, an emailed text needs no address', async () => {
  expect(await readNotes(await openFixture('instapaper.csv'))).toEqual({
    notes: [
      {
        text: 'Testament - movie: where to watch\nhttps://example.com/testament',
        at: '2025-05-29T03:38:54.000Z',
        tags: ['to-read'],
      },
      {
        text: 'Automate, Just About "Anything"\nhttps://example.com/a,b\nA selected\nparagraph',
        at: '2012-06-14T02:37:11.000Z',
        tags: ['programming', 'slow food', 'a, b', 'archived'],
      },
      { text: 'https://example.com/starred', at: '2025-05-29T01:28:41.000Z', tags: ['favorite'] },
      { text: 'In a folder\nhttps://example.com/own', at: '2025-05-29T01:28:42.000Z', tags: ['Long Reads'] },
      {
        text: 'A private note\nText that was sent by email',
        at: '2025-05-29T01:28:43.000Z',
        tags: ['to-read'],
      },
    ],
    unreadable: [],
  });
});

test('linkding: the export in HTML and the answer of the API keep notes and marks', async () => {
  expect(await readNotes(await openFixture('linkding.html'))).toEqual({
    notes: [
      {
        text: 'Docs & guides\nhttps://example.com/?a=1&copy=2\nWhat it is about\n# Notes\nwith <code>',
        at: '2021-03-21T14:39:19.000Z',
        tags: ['selfhosted', 'read it', 'to-read'],
      },
      { text: 'https://example.org/old', at: '2021-03-21T14:39:20.000Z', tags: ['archived'] },
      { text: 'Only notes\nhttps://example.net/notes\nAll of it', at: '2021-03-21T14:39:21.000Z', tags: [] },
    ],
    unreadable: [],
  });
  expect(await readNotes(await openFixture('linkding.json'))).toEqual({
    notes: [
      {
        text: 'Example title\nhttps://example.com\nExample description\nExample **notes**',
        at: '2020-09-26T09:46:23.006Z',
        tags: ['tag1', 'C#', 'to-read'],
      },
      {
        text: 'Found by the server\nhttps://example.org/2',
        at: '2021-01-02T03:04:05.000Z',
        tags: ['archived'],
      },
    ],
    unreadable: ['the next page: linkding.json is only the first page of the answer'],
  });
});

test('karakeep: texts, lists and notes are kept, files are counted as missing', async () => {
  expect(await readNotes(await openFixture('karakeep.json'))).toEqual({
    notes: [
      {
        text: 'A link\nhttps://example.com/a\nMy note',
        at: '2024-03-04T11:38:49.000Z',
        tags: ['AI', 'slow food', 'Long reads'],
      },
      { text: 'Only a text #idea\n\nwith lines', at: '2024-03-04T11:38:50.000Z', tags: ['archived'] },
      { text: 'https://example.com/untitled', at: '2024-03-04T11:38:52.000Z', tags: [] },
    ],
    unreadable: ['report.pdf: its file is not in the export'],
    leftOut: ['smart lists (1)'],
  });
});

test('a file that ends in the middle gives what it has and says that the rest is missing', async () => {
  using files = tempFolder();
  const whole =
    '[{"href":"https://example.com/1","description":"One","extended":""},{"href":"https://example.com/2","de';
  expect(await readNotes(await openText(whole, files, 'cut.json'))).toMatchObject({
    notes: [{ text: 'One\nhttps://example.com/1' }],
    unreadable: ['the rest of cut.json: it is not valid JSON'],
  });
  const rows =
    'title,url,time_added,tags,status\nOne,https://example.com/1,1,,unread\n"Two,https://example.com/2';
  expect(await readNotes(await openText(rows, files, 'cut.csv'))).toMatchObject({
    notes: [{ text: 'One\nhttps://example.com/1' }],
    unreadable: ['the rest of cut.csv: a quotation mark has no end.'],
  });
});

test('files of Windows programs are read in their encodings', async () => {
  using files = tempFolder();
  const rows = 'title,url,time_added,tags,status\nKöln – “Dom”,https://example.com/1,1728576752,süß,unread\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows, 'utf16le')]);
  const windows = Buffer.from(rows.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
  for (const bytes of [utf16, windows])
    expect(await readNotes(await openText(bytes, files))).toMatchObject({
      notes: [{ text: 'Köln – “Dom”\nhttps://example.com/1', tags: ['süß', 'to-read'] }],
    });
});

test('bookmarks in HTML: descriptions of Pinboard and marks of Raindrop.io', async () => {
  using files = tempFolder();
  const page = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><A HREF="https://example.com/1" ADD_DATE="1616337559" PRIVATE="1" TOREAD="1" TAGS="a,b">Fix crash (#42)</A>
<DD><blockquote>In Pinboard</blockquote>
<DT><A HREF="https://example.com/2" ADD_DATE="1616337559" DATA-COVER="" DATA-IMPORTANT="true">In Raindrop</A>
</DL><p>`;
  expect(await readNotes(await openText(page, files))).toEqual({
    notes: [
      {
        text: 'Fix crash (#42)\nhttps://example.com/1\nIn Pinboard',
        at: '2021-03-21T14:39:19.000Z',
        tags: ['a', 'b', 'to-read'],
      },
      { text: 'In Raindrop\nhttps://example.com/2', at: '2021-03-21T14:39:19.000Z', tags: ['favorite'] },
    ],
    unreadable: [],
  });
});

test('a row with stray quotation marks or too few cells damages no other row', async () => {
  using files = tempFolder();
  const rows = [
    'title,url,time_added,tags,status',
    'The "best" soup,https://example.com/1,1728576752,,unread',
    '"The "best" soup",https://example.com/2,1728576752,,unread',
    'Cut off,https://example.com/3',
    '"Whole, ""quoted""",https://example.com/4,1728576752,a|b,archive',
  ].join('\r\n');
  const { notes } = await readNotes(await openText(rows, files));
  expect(notes.map(({ text }) => text)).toEqual([
    'The "best" soup\nhttps://example.com/1',
    expect.stringContaining('https://example.com/2'),
    'Cut off\nhttps://example.com/3',
    'Whole, "quoted"\nhttps://example.com/4',
  ]);
});
