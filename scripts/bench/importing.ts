import { writeFileSync } from 'node:fs';
import { ann } from '../../db/seeds/cast';
import { importFile } from '../../src/archive/import';
import { findOrCreateUser } from '../../src/people/users';
import { tempFolder } from '../../tests/support/folder';
import { openApp } from './databases';
import { addFigure } from './figures';

/** Measures how many notes of a CSV file are imported a second. */
export async function importing(size: number) {
  using folder = tempFolder();
  const app = openApp(folder.file('data'), { EMBEDDINGS: 'off' });
  const as = findOrCreateUser(app, ann.phone).user;
  const notes = Array.from(
    { length: size },
    (_, n) => `Note ${n} about the ramen place near the station,food`,
  );
  writeFileSync(folder.file('notes.csv'), ['content,tags', ...notes].join('\n'));
  const began = performance.now();
  await importFile(app, folder.file('notes.csv'), { as });
  const seconds = (performance.now() - began) / 1_000;
  app.close();
  addFigure({ name: 'Import from CSV', size, value: size / seconds, unit: '/s' });
}
