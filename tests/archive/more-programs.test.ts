import { expect, test } from 'bun:test';
import { media } from '../../db/schema';
import { openBundle } from '../../src/archive/bundle';
import { importFile, lookAtFile } from '../../src/archive/import';
import { tempFolder } from '../support/folder';
import { fixturePath, openFixture, openText, readNotes } from './fixtures';
import { testImport } from './importer';

const SOUP = '2024-01-31T17:30:00.000Z';

type Expected = Awaited<ReturnType<typeof readNotes>>;

const PROGRAMS: Record<string, Expected> = {
  'evernote.enex': {
    notes: [
      {
        text: 'Garden & plans\nSow before the frost #outside\n- Peas\n- Beans\n☑ Buy soil\n☐ Call Bob\n☑ Water the tree',
        at: '2024-01-31T09:30:00.000Z',
        tags: ['garden', 'slow food'],
      },
      {
        text: 'How to prune\nRule #1: sharp tools (https://example.com/tools)\nhttps://example.com/prune',
        at: '2023-05-05T10:15:00.000Z',
        tags: [],
      },
    ],
    unreadable: [
      'a file of Garden & plans: it is not in the export',
      'a part of Garden & plans: it is encrypted',
    ],
  },
  'notion.html': {
    notes: [
      {
        text: 'Roof\nStatus: Done\nSlate or tiles (https://example.com/tiles)\n- ☑ Measure',
        at: '2024-03-02T16:05:00.000Z',
        tags: ['wood', 'slow food'],
      },
    ],
    unreadable: ['notion.html, lost.png: the file is not there'],
  },
  bear: {
    notes: [
      {
        text: '# Soup\n\nHot, with #slow food# and #food/asian\n\n`#no`',
        at: '2023-10-11T08:08:52.000Z',
        tags: ['slow food', 'food/asian', 'favorite', 'archived'],
      },
    ],
    unreadable: ['Secret: it is encrypted'],
    leftOut: ['notes in the trash (1)'],
  },
  simplenote: {
    notes: [
      {
        text: 'Shopping\n\nmilk #weekly',
        at: '2019-09-21T17:43:30.648Z',
        tags: ['home', 'list', 'favorite'],
      },
    ],
    unreadable: [],
    leftOut: ['notes in the trash (1)', 'notes in the trash (1)'],
  },
  'standard-notes.txt': {
    notes: [
      {
        text: 'Menu\nSoup of the day',
        at: '2023-08-29T15:47:49.952Z',
        tags: ['food', 'favorite', 'archived'],
      },
      {
        text: 'Trip\n☑ Book the train (https://example.com/train)\n☐ Pack\nBy noon\nor later',
        at: '2023-08-29T15:47:49.952Z',
        tags: [],
      },
    ],
    unreadable: ['note n4: it is encrypted', 'receipt.pdf: its bytes are not in the backup'],
    leftOut: ['notes in the trash (1)'],
  },
  joplin: {
    notes: [
      {
        text: 'Plan\nSee  and the list #wood\n\n```\n#no\n```',
        at: '2021-01-02T03:04:05.000Z',
        tags: ['slow food', 'wood', 'House'],
      },
      {
        text: '☑ Call Bob\nAsk him for the plan\nhttps://example.com/bob',
        at: '2021-01-02T03:04:05.000Z',
        tags: ['House'],
      },
      { text: 'Lost', at: '2021-01-02T03:04:05.000Z', tags: ['House'] },
    ],
    unreadable: [
      '1026d571129b48ee9345e9775a9adc44.md: it is encrypted',
      'Lost, 1026d571129b48ee9345e9775a9adc4f: the file is not in the export',
    ],
    leftOut: ['notes in the trash (1)'],
  },
  'joplin-markdown': {
    notes: [
      {
        text: 'Shed\nMeasure it\nhttps://example.com/shed',
        at: '2022-05-11T01:43:42.000Z',
        tags: ['wood', 'House'],
      },
    ],
    unreadable: [],
  },
  'day-one': {
    notes: [
      {
        text: 'Airport snacking $9.50\n\n\n\nand #soup',
        at: '2024-05-18T23:59:54.000Z',
        tags: ['travel', 'Road trip', 'favorite'],
      },
      { text: 'All packed\nat last', at: '2024-05-19T08:00:00.000Z', tags: ['Road trip'] },
    ],
    unreadable: ['Airport snacking $9.50, a file (audios): the file is not in the export'],
  },
  'google-voice': {
    notes: [
      { text: '', at: '2024-05-23T04:48:32.703Z', tags: [] },
      { text: 'Bob: Nice #soup &\nmore', at: '2024-05-23T04:49:25.704Z', tags: [] },
      { text: 'Bob: Hi Ann, it is Bob.', at: '2024-07-23T16:23:31.000Z', tags: [] },
      { text: 'Cat: Who cooks?', at: '2024-06-01T10:00:00.000Z', tags: [] },
      { text: 'Buy milk', at: '2024-05-24T10:00:00.000Z', tags: [] },
    ],
    unreadable: ['Takeout/Voice/Phones.vcf: it is no conversation'],
    leftOut: ['calls without words (1)'],
  },
  imessage: {
    notes: [
      { text: 'Buy milk\nand bread', at: '2022-05-17T15:29:42.000Z', tags: [] },
      { text: 'Look', at: '2023-05-07T22:05:00.000Z', tags: [] },
      { text: '', at: '2023-05-07T22:06:00.000Z', tags: [] },
      { text: 'Soup?', at: '2022-05-17T15:29:42.000Z', tags: [] },
      { text: 'Bob Lee: Yes!', at: '2022-05-17T15:31:00.000Z', tags: [] },
    ],
    unreadable: ['attachments/2/lost.heic: it is not in the zip or folder'],
  },
  'imessage.html': {
    notes: [
      { text: 'Did you see \nthis?\nhttps://example.com/soup', at: '2022-07-17T15:04:04.000Z', tags: [] },
      { text: 'Bob: Yes', at: '2022-07-17T15:32:03.000Z', tags: [] },
    ],
    unreadable: ['attachments/lost.jpeg: it is not in the zip or folder'],
  },
  signal: {
    notes: [
      { text: 'Buy milk #home', at: '2024-01-31T09:30:00.000Z', tags: [] },
      { text: 'Bob Lee: Soup?', at: '2024-01-31T09:33:20.000Z', tags: [] },
    ],
    unreadable: [
      'a message of Note to Self, 2024-01-31T09:30, a file: the file is not in the export',
      'a message of Note to Self, 2024-01-31T09:31: it is a sticker, a poll or another thing without words',
    ],
  },
  'signal-export': {
    notes: [
      { text: 'Buy milk', at: SOUP, tags: [] },
      { text: '> Buy milk\nand bread', at: '2024-01-31T17:31:00.250Z', tags: [] },
      { text: 'Bob: Soup?', at: '2024-02-01T08:00:00.000Z', tags: [] },
    ],
    unreadable: [],
    leftOut: ['messages that were deleted (1)'],
  },
};

for (const [name, expected] of Object.entries(PROGRAMS))
  test(`${name}: words, times, tags and marks are kept, everything else is named`, async () => {
    const found = await readNotes(await openFixture(name));
    const sort = ({ notes, ...rest }: Expected) => ({ notes: notes.toSorted(byText), ...rest });
    expect({ name, ...sort(found) }).toEqual({ name, ...sort(expected) });
  });

const byText = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1);

test('Notion: a page has its properties, its parent as tag and its files; tables are named', async () => {
  const { notes, unreadable } = await readNotes(await openFixture('notion'));
  expect(notes).toEqual([
    { text: 'Projects\n\nWhat we do.\n\nShed\n\nAll of it', at: expect.any(String), tags: [] },
    {
      text: 'Shed\n\nStatus: Not started\n\nMeasure it first. Note: twice',
      at: '2024-01-05T10:11:00.000Z',
      tags: ['wood', 'slow food', 'Projects'],
    },
  ]);
  expect(unreadable).toEqual([
    expect.stringMatching(/\/Lists 0011bb52ee2b5804da922efa8c319444\.csv: its rows are no pages$/),
    expect.stringMatching(/\/unused\.bin: it is no note, and no note shows it$/),
  ]);
});

const FILES: [name: string, files: object[]][] = [
  ['evernote.enex', [{ name: 'bed.png', type: 'image/png' }]],
  ['notion', [{ name: 'plan.png', type: 'image/png' }]],
  ['bear', [{ name: 'pot 1.png' }]],
  ['day-one', [{ name: 'IMG_1.png', type: 'image/png' }]],
  ['google-voice', []],
  ['imessage', [{ name: 'IMG_1.png' }]],
  ['signal', [{ name: 'list.png', type: 'image/png' }]],
  ['signal-export', [{ name: 'my list.png' }]],
];

for (const [name, files] of FILES)
  testImport(`${name}: its pictures are stored`, async (app) => {
    await importFile(app, fixturePath(name), { as: app.as });
    expect(app.db.select().from(media).all()).toMatchObject(files);
  });

testImport('of conversations only the notes to oneself come, unless others are chosen', async (app) => {
  for (const [name, own, all] of [
    ['google-voice', 'Me (me)', 3],
    ['imessage', '+12025550111 (me)', 2],
    ['signal', 'Note to Self', 2],
    ['signal-export', 'Note to Self', 2],
  ] as const) {
    const { groups, chosen } = await lookAtFile(app, fixturePath(name), { as: app.as });
    expect([name, groups.length]).toEqual([name, all]);
    expect(groups.filter(({ id }) => chosen.includes(id)).map(({ name }) => name)).toEqual([own]);
  }
});

testImport('what is left out of a chat of Signal is counted if the chat is chosen', async (app) => {
  const look = (groups: string[]) => lookAtFile(app, fixturePath('signal'), { as: app.as, groups });
  expect(await look(['2'])).toMatchObject({
    unreadable: 0,
    leftOut: [
      { what: 'notices of Signal', count: 1 },
      { what: 'messages that were deleted', count: 1 },
    ],
  });
  expect(await look(['1'])).toMatchObject({ unreadable: 2 });
});

test('notebooks of Evernote that come together are boards', async () => {
  using files = tempFolder();
  const note = (title: string) => `<en-export><note><title>${title}</title></note></en-export>`;
  await Bun.write(files.file('Recipes.enex'), note('Soup'));
  await Bun.write(files.file('My Notes.enex'), note('Ideas'));
  const { notes } = await readNotes(await openBundle(files.path));
  expect(notes.map(({ text, tags }) => [text, ...tags])).toEqual([['Ideas'], ['Soup', 'Recipes']]);
});

test('a file in a note of Evernote that is too large is named, and the next note is read', async () => {
  using files = tempFolder();
  const resource = (data: string, name: string) =>
    `<resource><data encoding="base64">${data}</data><mime>video/mp4</mime><file-name>${name}</file-name></resource>`;
  const large = resource('AAAA'.repeat(6_500_000), 'long.mp4');
  const notes = [
    `<note><title>Film</title>${large}${resource('AAAA', 'short.mp4')}</note>`,
    '<note><title>Next</title></note>',
  ];
  const bundle = await openText(`<en-export>${notes.join('')}</en-export>`, files);
  expect(await readNotes(bundle)).toMatchObject({
    notes: [{ text: 'Film' }, { text: 'Next' }],
    unreadable: ['long.mp4: it has more than 16 MB'],
  });
});
