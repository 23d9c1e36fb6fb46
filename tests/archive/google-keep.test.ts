import { expect, test } from 'bun:test';
import { importFile } from '../../src/archive/import';
import { allMessages } from '../../src/messages/lists';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { photo } from '../support/pictures';
import { writeZip } from './write-zip';

const keep = (note: object) =>
  JSON.stringify({
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    title: '',
    userEditedTimestampUsec: 1700000000000000,
    createdTimestampUsec: 1700000000000000,
    ...note,
  });

const NOTES = {
  'Takeout/archive_browser.html': '<html><body>Your archive</body></html>',
  'Takeout/Keep/Labels.txt': 'Food\nTo try\n',
  'Takeout/Keep/Ramen.html': '<html><body>Ramen</body></html>',
  'Takeout/Keep/Ramen.json': keep({
    title: 'Ramen',
    textContent: 'The best in town #noodles',
    labels: [{ name: 'Food' }, { name: 'To try' }],
    annotations: [{ description: '', source: 'WEBLINK', title: 'Ramen', url: 'https://ramen.example/' }],
    attachments: [{ filePath: 'bowl.jpeg', mimetype: 'image/jpeg' }],
    createdTimestampUsec: 1600000000123456,
  }),
  'Takeout/Keep/List.json': keep({
    title: 'Shopping',
    isPinned: true,
    isArchived: true,
    listContent: [
      { textHtml: '', text: 'Milk', isChecked: false },
      { textHtml: '', text: 'Bread', isChecked: true },
    ],
  }),
  'Takeout/Keep/Old.json': keep({ title: 'Old', isTrashed: true }),
  'Takeout/Keep/Blank.json': keep({ textContent: ' ', createdTimestampUsec: 1 }),
  'Takeout/Keep/Broken.json': '{"title":',
};

test('notes of Google Keep keep labels, lists, links, photos and dates, and are imported once', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const bowl = Buffer.from(await photo(6, 4));
  await writeZip(files.file('keep.zip'), { ...NOTES, 'Takeout/Keep/bowl.jpg': bowl });
  const result = await importFile(app, files.file('keep.zip'), { as });
  expect(result).toMatchObject({
    messages: 2,
    known: 0,
    empty: 1,
    unreadable: 1,
    reasons: [{ what: 'Takeout/Keep/Broken.json', reason: 'it is not valid JSON' }],
  });
  expect(
    allMessages(app, as).map(({ content, tags, timestamp, media }) => ({
      content,
      tags,
      timestamp,
      files: media.map(({ type }) => type),
    })),
  ).toEqual([
    {
      content: 'Shopping\n☐ Milk\n☑ Bread',
      tags: ['favorite', 'archived'],
      timestamp: '2023-11-14T22:13:20.000Z',
      files: [],
    },
    {
      content: 'Ramen\nThe best in town #noodles\nhttps://ramen.example/',
      tags: ['food', 'to-try', 'noodles'],
      timestamp: '2020-09-13T12:26:40.123Z',
      files: ['image/jpeg'],
    },
  ]);
  expect(await importFile(app, files.file('keep.zip'), { as })).toMatchObject({ messages: 0, known: 2 });
});

test('a later export adds only what is new, even if a note was edited meanwhile', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const first = { 'Keep/A.json': keep({ textContent: 'A' }) };
  await writeZip(files.file('one.zip'), first);
  await importFile(app, files.file('one.zip'), { as });
  await writeZip(files.file('two.zip'), {
    'Keep/A b.json': keep({ textContent: 'A, edited', userEditedTimestampUsec: 1800000000000000 }),
    'Keep/B.json': keep({ textContent: 'B', createdTimestampUsec: 1700000001000000 }),
  });
  expect(await importFile(app, files.file('two.zip'), { as })).toMatchObject({ messages: 1, known: 1 });
});

test('two notes with the same time are both imported', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  await writeZip(files.file('keep.zip'), {
    'Keep/A.json': keep({ textContent: 'A' }),
    'Keep/B.json': keep({ textContent: 'B' }),
  });
  expect(await importFile(app, files.file('keep.zip'), { as })).toMatchObject({ messages: 2 });
  expect(await importFile(app, files.file('keep.zip'), { as })).toMatchObject({ messages: 0, known: 2 });
});

test('a long note becomes messages that answer the first one, and no word is lost', async () => {
  await using app = testApp();
  using files = tempFolder();
  const as = ensureUser(app, ann);
  const text = Array.from({ length: 4000 }, (_, number) => `Word${number}`).join(' ');
  await writeZip(files.file('keep.zip'), { 'Keep/Long.json': keep({ textContent: text }) });
  await importFile(app, files.file('keep.zip'), { as });
  const parts = allMessages(app, as).reverse();
  expect(parts.map(({ content }) => content).join(' ')).toBe(text);
  expect(parts.map(({ replyTo }) => replyTo)).toEqual([null, ...parts.slice(1).map(() => parts[0]?.id ?? 0)]);
  expect(parts.length).toBeGreaterThan(2);
});
