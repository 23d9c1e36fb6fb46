import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { media } from '../../db/schema';
import { openBundle } from '../../src/archive/bundle';
import { importFile } from '../../src/archive/import';
import { testApp } from '../support/app';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { photo } from '../support/pictures';
import { openFixture, openText, openZipped, readNotes } from './fixtures';
import { testImport } from './importer';
import { writeZip } from './write-zip';

const MEMOS = [
  { text: 'Top-level memo #work', at: '2026-03-01T09:00:00.000Z', tags: ['work'] },
  {
    text: '# Whiteboard\n\n#work/q3 See the photo\nhttps://files.example.com/spec.pdf',
    at: '2026-03-02T14:05:11.123Z',
    tags: ['work/q3', 'favorite', 'archived'],
  },
  { text: '', at: '2026-02-28T08:00:00.000Z', tags: [] },
];

test('memos: answers of new and old versions keep tags, pins and links, and count missing files', async () => {
  expect(await readNotes(await openFixture('memos.json'))).toEqual({
    notes: MEMOS,
    unreadable: [
      'item 2, whiteboard photo.jpg: the file is not in the export',
      'item 3, only.jpg: the file is not in the export',
      'the next page: memos.json is only the first page of the answer',
    ],
  });
  expect(await readNotes(await openFixture('memos-2023.json'))).toEqual({
    notes: [
      {
        text: '**[Slash](https://example.com/slash)**: an open source link #tool',
        at: '2023-10-08T11:53:25.000Z',
        tags: ['favorite'],
      },
      { text: 'Old one', at: '2023-10-08T11:53:29.000Z', tags: ['archived'] },
    ],
    unreadable: ['item 1, 00002.jpg: the file is not in the export'],
  });
});

test('memos: its archive comes with its files', async () => {
  await using app = testApp();
  using files = tempFolder();
  const bundle = await openZipped('memos-archive', files);
  expect(await readNotes(bundle)).toEqual({
    notes: [
      {
        text: '# Whiteboard\n\nSee the photo. No trailing newline\nhttps://files.example.com/spec.pdf',
        at: '2026-03-02T14:05:11.000Z',
        tags: ['work', 'work/q3', 'favorite'],
      },
      { text: 'A comment', at: '2026-02-28T08:00:00.000Z', tags: ['archived'] },
    ],
    unreadable: ['memos/Ab3kZ9q2.json, lost.jpg: the file is not in the export'],
  });
  await importFile(app, bundle.name, { as: ensureUser(app, ann) });
  expect(app.db.select().from(media).all()).toMatchObject([
    { name: 'list of things.txt', type: 'text/plain' },
  ]);
});

test('memos: a zip of Markdown files has the times in their names', async () => {
  using files = tempFolder();
  await writeZip(files.file('memos.zip'), {
    '2024-01-02T10:11:12Z-PRIVATE.md': 'Buy milk #shopping\n',
    '2024-04-29T11:19:25+02:00-PUBLIC.md': '# A title\n\nand words\n',
  });
  expect(await readNotes(await openBundle(files.file('memos.zip')))).toEqual({
    notes: [
      { text: 'Buy milk #shopping', at: '2024-01-02T10:11:12.000Z', tags: ['shopping'] },
      { text: '# A title\n\nand words', at: '2024-04-29T09:19:25.000Z', tags: [] },
    ],
    unreadable: [],
  });
});

const VAULT = {
  'Recipes/Asian/Ramen.md': {
    text: '# Ramen\n\n![web](https://example.com/web.png)\n![[Missing.png]]\n%% a comment %%',
    at: '2023-03-04T03:06:07.000Z',
    tags: ['food/asian', '#slow food', '🔥', 'Asian'],
  },
  'Recipes/Comma.md': {
    text: 'Gazpacho: cold\nTomatoes',
    at: '2023-05-04T00:00:00.000Z',
    tags: ['soup', 'cold food', 'Recipes'],
  },
  'Recipes/Broken.md': { text: 'Broken\nStill read', tags: ['open', 'Recipes'] },
  'Daily/2024-05-06.md': {
    text: '- [ ] Call Bob #todo #2024\n\n```sh\n#!/bin/sh  #nottag\n```\nand `#code` and #family/kids',
    at: '2024-05-06T00:00:00.000Z',
    tags: ['todo', 'family/kids', 'Daily'],
  },
  'Wifi.md': { text: 'Wifi\nThe password is with Bob (Secrets). See Ramen, Broth and', tags: [] },
};

test('Obsidian: a vault keeps titles, properties, tags, folders, words of links and shown files', async () => {
  using files = tempFolder();
  for (const bundle of [
    await openFixture('vault'),
    await openZipped('vault', files),
    await openZipped('vault', files, 'My vault/'),
  ]) {
    const { notes, unreadable } = await readNotes(bundle);
    const place = bundle.paths.some((path) => path.startsWith('My vault/')) ? 'My vault/' : '';
    expect(notes).toHaveLength(6);
    expect(notes.find(({ text }) => text === '')).toBeDefined();
    for (const note of Object.values(VAULT)) expect(notes).toContainEqual(expect.objectContaining(note));
    expect(unreadable.sort()).toEqual([
      `${place}Board.canvas: it is no note, and no note shows it`,
      `${place}Recipes/Asian/Ramen.md, Missing.png: the file is not there`,
    ]);
  }
});

testImport('Obsidian: pictures come with their notes and their words, once', async (app) => {
  const picture = await photo(6, 4);
  const vault = {
    'Vault/Trip.md': 'Day one\n\n![[IMG 1.jpg|300]]\n![A lake](assets/img%202.jpg)\n\n#trip #🔥 ok',
    'Vault/attachments/IMG 1.jpg': picture,
    'Vault/assets/img 2.jpg': picture,
  };
  expect(await app.take(vault)).toMatchObject({ messages: 1, unreadable: 0 });
  expect(app.messages()).toMatchObject([{ content: 'Trip\nDay one\n\n\n#trip #🔥 ok', tags: ['trip'] }]);
  expect(app.db.select().from(media).all()).toMatchObject([
    { name: 'IMG 1.jpg', type: 'image/jpeg', alt: null },
    { name: 'img 2.jpg', type: 'image/jpeg', alt: 'A lake' },
  ]);
  expect(await app.take(vault)).toMatchObject({ messages: 0, known: 1 });
});

test('a note without a date has the time when its file was last changed', async () => {
  using files = tempFolder();
  const bundle = await openText('Words', files, 'Plain note.md');
  const [modified] = bundle.paths.map((path) => bundle.modified(path));
  const { notes } = await readNotes(await openBundle(files.path));
  expect(notes).toEqual([{ text: 'Plain note\nWords', at: new Date(modified!).toISOString(), tags: [] }]);
});

testImport('tags that cannot be boards, and tags beyond the limit, stay as words', async (app) => {
  const many = Array.from({ length: 22 }, (_, index) => `t${index}`).join(', ');
  await app.take(`---\ntags: [🔥, via:ann, ${many}]\ncreated: 2024-01-01\n---\nWords`, 'Fire.md');
  const [message] = app.messages();
  expect(message?.content).toBe('Fire\nWords\nTags: 🔥, t19, t20, t21');
  expect(message?.tags).toHaveLength(20);
  expect(message?.tags[0]).toBe('via-ann');
});

testImport('a note that is dated next year gets the time of the import', async (app) => {
  await app.take('---\ndate: 2099-01-01\n---\nInvite everybody', 'Party.md');
  expect(Date.parse(app.messages()[0]?.timestamp ?? '')).toBeLessThanOrEqual(app.now());
});

test('titles and dates come from names of files as programs give them', async () => {
  using files = tempFolder();
  for (const [name, text, at] of [
    ['2024-05-06.md', 'Words', '2024-05-06T00:00:00.000Z'],
    ['2024_05_06.md', 'Words', '2024-05-06T00:00:00.000Z'], // a name that Logseq gives
    ['2024-05-06 Meeting.md', '2024-05-06 Meeting\nWords', '2024-05-06T00:00:00.000Z'],
    ['Plan 0123456789abcdef0123456789abcdef.md', 'Plan\nWords', null], // a name that Notion gives
    ['Untitled 2.md', 'Words', null],
    ['🔥.md', '🔥\nWords', null],
    ['words.md', 'Words', null],
  ] as const) {
    await writeZip(files.file('one.zip'), { [`Vault/${name}`]: 'Words', 'Vault/.x': '' });
    const { notes } = await readNotes(await openBundle(files.file('one.zip')));
    expect([name, notes]).toEqual([name, [{ text, at, tags: [] }]]);
  }
});

test('links lead to files whose names a Mac wrote, in a zip that Windows made', async () => {
  using files = tempFolder();
  const accent = 'Cafe\u0301'; // two characters, the letter and its accent, as a Mac writes them
  await writeZip(files.file('vault.zip'), {
    'Vault/Notes/Trip.md': '![[Café.txt]]\nWords',
    [`Vault/Files/${accent}.txt`]: 'words',
  });
  const bytes = readFileSync(files.file('vault.zip')).toString('latin1');
  const windows = bytes.replace(/Vault\/(Notes|Files)\//g, 'Vault\\$1\\');
  writeFileSync(files.file('windows.zip'), windows, 'latin1');
  for (const name of ['vault.zip', 'windows.zip'])
    expect(await readNotes(await openBundle(files.file(name)))).toEqual({
      notes: [{ text: 'Trip\nWords', at: null, tags: ['Notes'] }],
      unreadable: [],
    });
});
