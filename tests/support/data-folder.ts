import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyLog } from '../../db/write-ahead-log';
import { DATABASE, openDataDir } from '../../src/app/data-folder/data-folder';
import { keepIndex } from '../../src/search/index/indexing';
import { createTempFolder, tempFolder } from './folder';

let emptyDatabase: Buffer | undefined;

export function createDataDir(): string {
  const dataDir = createTempFolder();
  emptyDatabase ??= createDatabase();
  writeFileSync(join(dataDir, DATABASE), emptyDatabase);
  return dataDir;
}

function createDatabase(): Buffer {
  using folder = tempFolder();
  const { db } = openDataDir(folder.path, { serving: false }, keepIndex);
  emptyLog(db);
  db.$client.close();
  return readFileSync(folder.file(DATABASE));
}
