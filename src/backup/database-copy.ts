import { Database } from 'bun:sqlite';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { appliedMigrations, writeDatabaseCopy } from '../../db/migrate';
import {
  copyWithoutSearchIndex,
  findDamagedSearchTables,
  hasTablesAside,
  isDamage,
  replaceSearchTables,
} from '../../db/search-tables';
import { withConfigErrors } from '../data-folder';
import { VisibleError } from '../errors';

const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a database, which may be in use, and checks the copy. Returns the names of the migrations that the
 * copy has had. If the search index is damaged, the copy has an empty one, and so has the database from now
 * on: the server builds it again.
 */
export function copyDatabase(database: string, to: string): string[] {
  withConfigErrors(dirname(database), () => {
    using sqlite = new Database(database, { readwrite: true, create: false });
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    sqlite.run('pragma secure_delete = on');
    const { withIndex } = writeDatabaseCopy(sqlite, to);
    if (withIndex && !isSearchIndexDamaged(to)) return;
    replaceSearchIndex(sqlite);
    if (withIndex) copyWithoutSearchIndex(sqlite, to);
  });
  return checkDatabase(to, database);
}

function replaceSearchIndex(sqlite: Database) {
  try {
    replaceSearchTables(sqlite);
  } catch (error) {
    if (!isDamage(error)) throw error; // the next start replaces the index
  }
}

/**
 * Writes a database that nobody uses anew with an empty search index if the index is damaged. Leaves a file
 * with other damage as it is.
 */
export function dropDamagedSearchIndex(file: string): void {
  const partial = `${file}.partial`;
  const sqlite = new Database(file, { readwrite: true, create: false });
  try {
    if (!isSearchIndexDamaged(file)) return;
    copyWithoutSearchIndex(sqlite, partial);
    renameSync(partial, file);
  } catch {
    rmSync(partial, { force: true }); // `checkDatabase` tells what is wrong
  } finally {
    sqlite.close();
  }
}

function isSearchIndexDamaged(file: string): boolean {
  const sqlite = new Database(file, { readonly: true });
  try {
    return hasTablesAside(sqlite) || findDamagedSearchTables(sqlite).length > 0;
  } finally {
    sqlite.close();
  }
}

/**
 * Checks a database. Returns the names of the migrations that it has had. Throws a VisibleError if the file
 * is damaged; `label` names the file in that error.
 */
export function checkDatabase(file: string, label: string): string[] {
  const sqlite = new Database(file, { readonly: true });
  try {
    const [{ integrity_check: result } = { integrity_check: 'nothing' }] = sqlite
      .query<{ integrity_check: string }, []>('pragma integrity_check(1)')
      .all();
    if (result !== 'ok') throw new Error(result);
    return appliedMigrations(sqlite);
  } catch (error) {
    throw new VisibleError('BAD_REQUEST', `${label} is damaged: ${(error as Error).message}.`);
  } finally {
    sqlite.close();
  }
}
