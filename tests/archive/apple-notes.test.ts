import { expect, test } from 'bun:test';
import { importFile, lookAtFile } from '../../src/archive/import';
import { fixturePath, openFixture, readNotes } from './fixtures';
import { testImport } from './importer';

test('a folder of notes keeps texts, lists, links, photos and folders', async () => {
  const { notes, unreadable } = await readNotes(await openFixture('apple-notes'));
  expect(notes.map(({ text, tags }) => ({ text, tags }))).toEqual([
    {
      text: 'Cake\n- Flour & eggs\n- Sugar\nSee this page (https://cake.example/)\nor https://b.example/',
      tags: ['Recipes'],
    },
    { text: 'Soup\nWith noodles', tags: ['Recipes'] },
    { text: 'Shopping\nMilk\nBread #food', tags: [] },
  ]);
  expect(unreadable).toEqual([
    'iCloud Notes/Recipes/Cake.html, gone.png: the file is not there',
    'iCloud Notes/Recipes/Notes.key: it is no note, and no note shows it',
  ]);
});

testImport('one note comes with its photo, whatever its encoding is', async (app) => {
  const path = fixturePath('apple-notes.html');
  expect(await lookAtFile(app, path, { as: app.as })).toMatchObject({ notes: 1, photos: 1 });
  expect(await importFile(app, path, { as: app.as })).toMatchObject({ messages: 1 });
  const { notes } = await readNotes(await openFixture('apple-notes.txt'));
  expect(notes.map(({ text }) => text)).toEqual(['Grüße\nCafé um acht']);
});
