import { expect } from 'bun:test';
import { photo } from '../support/pictures';
import { testImport } from './importer';
import { keepNote } from './keep-takeout';

const keep = (note: object) => keepNote(0, { title: '', ...note });

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
  'Takeout/Keep/Wrong.json': '{"title":5}',
};

testImport('notes of Google Keep keep labels, lists, links, photos and dates', async (app) => {
  const zip = { ...NOTES, 'Takeout/Keep/bowl.jpg': await photo(6, 4) };
  expect(await app.take(zip)).toMatchObject({
    messages: 2,
    known: 0,
    empty: 1,
    unreadable: 2,
    reasons: [
      { what: 'Takeout/Keep/Broken.json', reason: 'it is not valid JSON' },
      { what: 'Takeout/Keep/Wrong.json', reason: 'it is not a note of Google Keep' },
    ],
  });
  expect(
    app.messages().map(({ media, ...rest }) => ({ ...rest, files: media.map(({ type }) => type) })),
  ).toMatchObject([
    {
      content: 'Shopping\n☐ Milk\n☑ Bread',
      items: [
        { text: 'Milk', doneAt: null },
        { text: 'Bread', doneAt: '2023-11-14T22:13:20.000Z', doneBy: 'Ann Lee' },
      ],
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
  expect(await app.take(zip)).toMatchObject({ messages: 0, known: 2 });
});

testImport('a later export adds only what is new, even if a note was edited meanwhile', async (app) => {
  await app.take({ 'Keep/A.json': keep({ textContent: 'A' }) });
  const later = {
    'Keep/A b.json': keep({ textContent: 'A, edited', userEditedTimestampUsec: 1800000000000000 }),
    'Keep/B.json': keep({ textContent: 'B', createdTimestampUsec: 1700000001000000 }),
  };
  expect(await app.take(later)).toMatchObject({ messages: 1, known: 1 });
});

testImport('two notes with the same time are both imported', async (app) => {
  const zip = { 'Keep/A.json': keep({ textContent: 'A' }), 'Keep/B.json': keep({ textContent: 'B' }) };
  expect(await app.take(zip)).toMatchObject({ messages: 2 });
  expect(await app.take(zip)).toMatchObject({ messages: 0, known: 2 });
});

testImport('a long note becomes messages that answer the first one, and no word is lost', async (app) => {
  const text = Array.from({ length: 4000 }, (_, number) => `Word${number}`).join(' ');
  await app.take({ 'Keep/Long.json': keep({ textContent: text }) });
  const parts = app.messages().reverse();
  expect(parts.map(({ content }) => content).join(' ')).toBe(text);
  expect(parts.map(({ replyTo }) => replyTo)).toEqual([null, ...parts.slice(1).map(() => parts[0]?.id ?? 0)]);
  expect(parts.length).toBeGreaterThan(2);
});
