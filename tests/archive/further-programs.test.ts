import { expect, test } from 'bun:test';
import { tempFolder } from '../support/folder';
import { openFixture, openText, readNotes } from './fixtures';
import { testImport } from './importer';

/** Of each note its time, its tags and its text; then what is not taken. */
const READ: Record<string, string[]> = {
  'wallabag.json': [
    '2016-09-08T09:55:58 [slow food, köln, favorite, to-read] Soup & more\nhttps://example.com/soup\nTry it\n> The best soup',
    '2016-09-08T10:00:00 [archived] https://example.org/read',
    'left out: texts of the pages (2)',
  ],
  'wallabag.csv': [
    '2016-09-08T11:55:58 [slow food, köln] Soup; and more\nhttps://example.com/soup',
    '2016-09-28T12:00:00 [] Read\nhttps://example.org/read',
    'left out: column "content" (1)',
    'left out: column "mime type" (2)',
    'left out: column "language" (2)',
  ],
  'linkwarden.json': [
    '2024-03-04T11:38:49 [slow food, C#] Soup & more\nhttps://example.com/soup\nHow to cook',
    '2020-01-02T03:04:05 [Trips, favorite] https://example.org/lake',
    'unreadable: ticket.pdf: its file is not in the export',
    'left out: descriptions of collections (1)',
  ],
  omnivore: [
    '2024-10-29T16:30:10 [slow food, to-read] Soup & more\nhttps://example.com/soup-1\nHow to cook\n> The best soup\n\nTry it',
    '2024-10-29T16:30:11 [archived] A lake\nhttps://example.com/lake-2',
    '2024-10-29T16:30:13 [RSS, to-read] Tea\nhttps://example.com/tea-4',
    '- [] > Kept all the same',
    'left out: links in the trash (1)',
    'left out: texts of the pages (2)',
  ],
  'omnivore.json': [
    '2024-10-29T16:30:10 [slow food, to-read] Soup & more\nhttps://example.com/soup-1\nHow to cook',
  ],
  'readwise-reader.csv': [
    "2022-11-06T04:33:50 [slow food, Ann's, to-read] Soup, and more\nhttps://example.com/soup",
    '2022-11-07T04:33:50 [archived] A lake\nhttps://example.com/lake',
    'left out: articles of feeds (1)',
    'left out: column "reading progress" (2)',
    'left out: column "seen" (2)',
  ],
  'readwise.csv': [
    '2021-01-05T09:42:11 [quote, a b, books] Small Gods, Terry Pratchett\nHa #funny\n> Games of all sorts, everywhere',
    'left out: column "amazon book id" (1)',
    'left out: column "color" (1)',
    'left out: column "location type" (1)',
    'left out: column "location" (1)',
  ],
  'matter.csv': [
    '2023-05-01T10:00:00 [slow food, köln, favorite, to-read] Soup, and more\nhttps://example.com/soup',
    '2023-05-02T10:00:00 [archived] A lake\nhttps://example.com/lake',
    'left out: column "author" (1)',
    'left out: column "publisher" (1)',
    'left out: column "word count" (1)',
    'left out: column "highlight_count" (1)',
    'left out: column "file id" (2)',
    'left out: column "read" (1)',
  ],
  mymind: [
    '2022-03-04T05:06:07 [slow food, köln] Soup & more\nhttps://example.com/soup\nTry it',
    '2022-03-05T05:06:07 [] Only a thought\nin two lines',
    '2022-03-06T05:06:07 [water] A lake',
    'unreadable: other.txt: no card has it',
  ],
  'onetab.txt': [
    '- [] Soup | more\nhttps://example.com/soup',
    '- [] https://example.org\nhttps://example.org/a?b=c,d',
    '- [] https://example.net/untitled',
  ],
  'addresses.txt': [
    '- [] https://example.com/soup',
    '- [] https://example.org/a',
    '- [] https://example.net/',
  ],
  'chrome-bookmarks.json': [
    '2024-01-17T21:20:05 [] Soup & more\nhttps://example.com/soup',
    '2024-01-17T21:20:10 [] https://example.org/',
    '2024-01-17T21:20:08 [Slow food] Ramen\nhttps://example.com/ramen',
    'unreadable: javascript:alert(1): its address is not that of a page',
  ],
  'firefox-bookmarks.json': [
    '2013-12-27T17:41:35 [slow food, köln] Soup & more\nhttps://example.com/soup\nHow to cook',
    '2013-12-27T17:41:37 [Trips] A lake\nhttps://example.org/lake',
    'unreadable: place:sort=8: its address is not that of a page',
  ],
  mastodon: [
    '- [] https://m.example/users/bob/statuses/7',
    '2023-01-02T03:04:05 [food] Soup & more https://example.com/soup\nSecond #food (https://m.example/tags/food)',
    '2023-01-04T03:04:05 [] food\nSoup?\n- Yes\n- No',
    'unreadable: /media_attachments/files/2/gone.png: it is not in the archive',
    'left out: favourites of posts (1)',
    'left out: favourites of posts (1)',
    'left out: boosts of posts (1)',
    'left out: other files of the account (1)',
  ],
  'x-bookmarks.json': [
    '2024-01-01T19:04:01 [] Bob B. (@bob)\nhttps://twitter.com/bob/status/171\nSoup &\nmore #food',
    '2024-01-01T19:04:02 [] Bob B. (@bob)\nhttps://twitter.com/bob/status/172\nA lake',
    'left out: pictures and videos of posts (1)',
  ],
  'x-bookmarks.csv': [
    '2024-01-01T19:04:01 [] Bob B. (@bob)\nhttps://twitter.com/bob/status/171\nSoup &\nmore #food',
    'left out: column "media" (1)',
    'left out: column "profile_image_url" (1)',
    'left out: column "user_id" (1)',
    'left out: column "media_tags" (1)',
    'left out: column "favorite_count" (1)',
    'left out: column "bookmark_count" (1)',
    'left out: column "views_count" (1)',
    'left out: column "bookmarked" (1)',
  ],
  'kindle.txt': [
    '2014-04-21T22:08:07 [highlights] Small Gods (Terry Pratchett)\n> Games of all sorts',
    '2014-04-21T22:09:00 [highlights] Small Gods (Terry Pratchett)\nLook this up #later',
    '2014-03-01T08:05:06 [highlights] Der Zauberberg (Thomas Mann)\n> Ein einfacher junger Mensch',
    'left out: bookmarks of pages (1)',
  ],
  'koreader.json': [
    '2014-04-21T22:08:07 [highlights] Small Gods, Terry Pratchett\nOne\nLook this up\n> Games of all sorts',
  ],
  'koreader-all.json': [
    '2014-04-21T22:08:07 [highlights] Small Gods, Terry Pratchett\nOne\n> Games of all sorts',
  ],
  'kobo.annot': [
    '2014-04-21T22:08:07 [highlights] Small Gods, Terry Pratchett\nLook this up\n> Games of all sorts & more',
    'left out: bookmarks of pages (1)',
  ],
  'google-tasks.json': [
    '2024-05-31T18:30:00 [Home things, favorite] ☐ Buy a lamp\nFor the hall\nDue 2024-06-05\nhttps://mail.example/1\n☑ Measure',
    '2024-05-31T18:30:00 [Home things] ☑ Call Bob',
    'left out: tasks in the trash (1)',
  ],
  todoist: [
    '- [Garden, weekend, favorite] ☐ Repot the basil\nTerracotta pot\nDue Oct 5 2026\n30 minute\n☐ Buy compost\nGet the peat-free one',
    '- [Garden, Weekly] ☐ Water the ferns\nDue every monday',
    'left out: settings of a project (1)',
    'left out: lower priorities (1)',
    'left out: column "responsible" (1)',
  ],
  'trello.json': [
    '2018-04-15T21:40:59 [Kitchen] Kitchen\nAll we cook',
    '2024-01-02T01:07:28 [Kitchen, To do, Food] Soup & more\nWith noodles\nDue 2024-02-01, done\nTo buy\n☑ Noodles\n☐ Miso\nhttps://example.com/soup\nAnn Lee: First\nBob B.: Second',
    '2024-01-02T01:07:29 [Kitchen, Done, archived] Old #1',
    'unreadable: Soup & more, bowl.jpg: its file is not in the export',
    'left out: fields of your own (1)',
    'left out: entries of the history (1)',
  ],
};

type Read = Awaited<ReturnType<typeof readNotes>>;

const linesOf = ({ notes, unreadable, leftOut = [], remarks = [] }: Read): string[] => [
  ...notes.map(
    ({ text, at, tags }) => `${at?.slice(0, 19) ?? '-'} [${tags.filter(Boolean).join(', ')}] ${text}`,
  ),
  ...unreadable.map((line) => `unreadable: ${line}`),
  ...leftOut.map((line) => `left out: ${line}`),
  ...remarks,
];

test.each(Object.keys(READ))('%s is read whole, and what is not taken is named', async (name) => {
  expect(linesOf(await readNotes(await openFixture(name)))).toEqual(READ[name]!);
});

testImport('subtasks of subtasks, and tasks in a circle, are not lost', async (app) => {
  const task = (id: string, parent?: string) => ({ id, title: `Task ${id}`, status: 'needsAction', parent });
  const items = [
    task('a'),
    task('b', 'a'),
    task('c', 'b'),
    task('d', 'e'),
    task('e', 'd'),
    task('f', 'gone'),
  ];
  await app.take(
    JSON.stringify({ kind: 'tasks#taskLists', items: [{ kind: 'tasks#tasks', title: 'Home', items }] }),
  );
  expect(app.messages().map(({ content }) => content)).toEqual(
    expect.arrayContaining(['☐ Task a\n☐ Task b\n☐ Task c', '☐ Task d\n☐ Task e', '☐ Task f']),
  );
});

test('clippings of a Kindle in other languages have their times', async () => {
  using files = tempFolder();
  for (const [added, at] of [
    ['Ajouté le lundi 21 avril 2014 22:08:07', '2014-04-21T22:08:07'],
    ['Añadido el lunes, 21 de abril de 2014 22:08:07', '2014-04-21T22:08:07'],
    ['Aggiunto in data lunedì 5 maggio 2014 08:08:07', '2014-05-05T08:08:07'],
    ['添加于 2014年4月21日星期一 下午10:08:07', '2014-04-21T22:08:07'],
    ['Added on Friday, March 02, 2012, 12:27 AM', '2012-03-02T00:27:00'],
    ['Lisätty maanantaina 21. huhtikuuta 2014 22.08.07', undefined],
  ]) {
    const text = `A book (Bob)\n- Page 7 | ${added}\n\nWords\n==========\n`;
    const { notes } = await readNotes(await openText(text, files));
    expect([added, notes[0]?.at?.slice(0, 19)]).toEqual([added, at]);
  }
});
