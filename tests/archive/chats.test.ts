import { expect, test } from 'bun:test';
import { importFile, lookAtFile } from '../../src/archive/import';
import { tempFolder } from '../support/folder';
import { fixturePath, openFixture, openText, readNotes } from './fixtures';
import { type importer, testImport } from './importer';

const contents = (app: ReturnType<typeof importer>) =>
  app.messages().map(({ content, timestamp, media }) => ({
    content,
    timestamp,
    files: media.length,
  }));

test('a chat of an iPhone keeps times, lines and photos, and no notices', async () => {
  expect(await readNotes(await openFixture('whatsapp-iphone'))).toEqual({
    notes: [
      {
        text: 'Try the ramen place #food\nOpen until ten: bring cash',
        at: '2024-01-31T17:30:05.000Z',
        tags: [],
      },
      { text: '', at: '2024-01-31T17:31:00.000Z', tags: [] },
      { text: 'The lamp', at: '2024-02-01T08:00:00.000Z', tags: [] },
      { text: 'Call Bob', at: '2024-02-13T08:05:00.000Z', tags: [] },
    ],
    unreadable: [
      '00000004-PHOTO-2024-02-01-09-00-00.jpg: it is not in the zip',
      'Ann Lee, 13.02.24 09:06:00: the chat was exported without its photos and files',
    ],
    leftOut: ['notices of WhatsApp (1)'],
  });
});

test('a chat of several people says who wrote what, and reads dates of the United States', async () => {
  const { notes } = await readNotes(await openFixture('whatsapp-android.txt'));
  expect(notes).toEqual([
    { text: 'Ann Lee: Soup at 8?', at: '2024-01-02T17:30:00.000Z', tags: [] },
    { text: '+1 202 555 0112: Yes!\nWith noodles', at: '2024-01-02T17:31:00.000Z', tags: [] },
    { text: 'Ann Lee: Milk', at: '2024-01-14T06:01:00.000Z', tags: [] },
  ]);
});

test('the order of day and month is found in all dates of a chat', async () => {
  using files = tempFolder();
  for (const [dates, first] of [
    [['01/02/2024', '13/02/2024'], '2024-02-01'],
    [['01/02/2024', '01/13/2024'], '2024-01-02'],
    [['2024-01-02', '2024-01-03'], '2024-01-02'],
    [['05/01/2024', '02/02/2024'], '2024-01-05'],
    [['1.2.24', '14.2.24'], '2024-02-01'],
  ] as const) {
    const chat = dates.map((date) => `${date}, 18:30 - Ann: Hello\n`).join('');
    const { notes } = await readNotes(await openText(chat, files));
    expect({ dates, at: notes[0]?.at?.slice(0, 10) }).toEqual({ dates, at: first });
  }
  const chat = ['1/2', '13/13'].map((day) => `${day}/2024, 18:30 - Ann: Hello\n`).join('');
  const { unreadable } = await readNotes(await openText(chat, files));
  expect(unreadable).toEqual(['Ann, 13/13/2024 18:30: its date cannot be read']);
});

testImport('saved messages of Telegram keep links, photos and places', async (app) => {
  const { as } = app;
  expect(await importFile(app, fixturePath('telegram'), { as })).toMatchObject({
    messages: 4,
    reasons: [
      { what: 'a file of 2024-02-01T10:00:00', reason: 'it was not exported' },
      { what: 'photos/lost.png', reason: 'it is not in the zip or folder' },
      { what: 'a message of Saved Messages', reason: 'it is not like the others' },
    ],
  });
  expect(contents(app)).toEqual([
    {
      content: 'https://www.openstreetmap.org/?mlat=52.5&mlon=13.4',
      timestamp: '2024-02-01T10:00:00.000Z',
      files: 0,
    },
    { content: 'Listen', timestamp: '2024-02-01T09:00:00.000Z', files: 0 },
    { content: 'From Soup News:\nA lamp', timestamp: '2024-02-01T08:00:00.000Z', files: 1 },
    {
      content: 'Try the ramen place (https://ramen.example/) #food',
      timestamp: '2024-01-31T17:30:00.000Z',
      files: 0,
    },
  ]);
});

testImport('of all chats of Telegram only saved or chosen messages are imported', async (app) => {
  const { as } = app;
  const file = fixturePath('telegram-all.json');
  expect(await lookAtFile(app, file, { as })).toMatchObject({
    notes: 1,
    groups: [
      { id: '7', name: 'Bob', own: false, notes: 1 },
      { id: 'saved_messages', name: 'Saved Messages', own: true, notes: 1 },
    ],
    chosen: ['saved_messages'],
  });
  await importFile(app, file, { as });
  expect(contents(app).map(({ content }) => content)).toEqual(['Mine']);
  await importFile(app, file, { as, names: ['Bob'] });
  expect(contents(app).map(({ content }) => content)).toEqual(['Mine', 'Bob: Soup?']);
  expect(importFile(app, file, { as, names: ['Eve'] })).rejects.toThrow('it has nothing of "Eve".');
});

testImport('texts to oneself are imported once, with emoji, lines and photos', async (app) => {
  const { as } = app;
  const file = fixturePath('sms.xml');
  const look = await lookAtFile(app, file, { as });
  expect(look).toMatchObject({ notes: 2, photos: 1, unreadable: 1, chosen: ['025550111'] });
  expect(look.groups.map(({ name, notes }) => ({ name, notes }))).toEqual([
    { name: 'Ann Lee (me)', notes: 2 },
    { name: 'Bob', notes: 2 },
    { name: 'Bob, Cho', notes: 1 },
  ]);
  await importFile(app, file, { as });
  expect(contents(app)).toEqual([
    { content: 'A lamp', timestamp: '2024-01-31T17:35:00.000Z', files: 1 },
    {
      content: "Try the ramen place #food 😊\nTom & Jerry's",
      timestamp: '2024-01-31T17:30:00.000Z',
      files: 0,
    },
  ]);
  await importFile(app, file, { as, names: ['Bob'] });
  expect(contents(app).map(({ content }) => content)).toContain('Bob: He said "soup"');
  expect(app.outbox()).toEqual([]);
});

testImport('without a conversation with oneself, one must be chosen', async (app) => {
  const xml =
    '<?xml version="1.0"?><smses count="1"><sms address="+12025550112" date="1706722200000" type="1" body="Hi" contact_name="Bob"/></smses>';
  await expect(app.take(xml)).rejects.toThrow(
    'name the conversations to import with --only. It has: Bob (1).',
  );
});
