import { Database } from 'bun:sqlite';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from '../../../src/messages/messages';
import { findOrCreateUser } from '../../../src/people/users';
import type { TestApp } from '../../support/app';
import { ann } from '../../support/cast';

export const PHOTO = Buffer.from('not really a photo, but bytes all the same');

export function addContents(app: TestApp) {
  const { user } = findOrCreateUser(app, ann.phone);
  for (const content of ['one #food', 'two', 'three #food']) create(app, user, { content, source: 'sms' });
  mkdirSync(join(app.config.dataDir, 'media/ab'), { recursive: true });
  writeFileSync(join(app.config.dataDir, 'media/ab/photo.jpg'), PHOTO);
  writeFileSync(join(app.config.dataDir, 'media/ab/half.partial'), 'half');
  return user;
}

/** Skips virtual tables, because SQLite keeps their contents in other tables. */
export function dump(dataDir: string): string {
  using sqlite = new Database(join(dataDir, 'tagline.db'), { readonly: true });
  const tables = sqlite
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name",
    )
    .all();
  return JSON.stringify(tables.map(({ name }) => [name, sqlite.query(`select * from "${name}"`).values()]));
}
