import { Database } from 'bun:sqlite';
import { renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { appliedMigrations, writeDatabaseCopy } from '../../../db/migrate';
import {
  copyWithoutSearchIndex,
  findDamagedSearchTables,
  hasTablesAside,
  isDamage,
  replaceSearchTables,
} from '../../../db/search-tables';
import { withConfigErrors } from '../../app/data-folder/data-folder';
import { VisibleError } from '../../app/errors';

const BUSY_TIMEOUT_MS = 10_000;

/** Returns the names of the migrations that were applied to the copy. */
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
    if (!isDamage(error)) throw error; // otherwise the next start of the server replaces the index
  }
}

/** Must not be called while another connection uses the file. */
export function dropDamagedSearchIndex(file: string): void {
  const partial = `${file}.partial`;
  using sqlite = new Database(file, { readwrite: true, create: false });
  try {
    if (!isSearchIndexDamaged(file)) return;
    copyWithoutSearchIndex(sqlite, partial);
    renameSync(partial, file);
  } catch {
    // the file stays as it is, so that `checkDatabase` can say what is wrong with it
    rmSync(partial, { force: true });
  }
}

function isSearchIndexDamaged(file: string): boolean {
  using sqlite = new Database(file, { readonly: true });
  return hasTablesAside(sqlite) || findDamagedSearchTables(sqlite).length > 0;
}

/**
 * Deletes for good the messages that users had deleted but could still bring back. After a restore, nobody
 * can then bring them back (docs/product/messages.md: Taking back a deletion).
 */
export function dropDeletedMessages(file: string): void {
  using sqlite = new Database(file, { readwrite: true, create: false });
  if (!sqlite.query("select 1 from sqlite_schema where name = 'deleted_messages'").get()) return;
  sqlite.run('pragma secure_delete = on');
  // with this setting, the rows of `media` for files of these messages are deleted too
  sqlite.run('pragma foreign_keys = on');
  sqlite.run('delete from deleted_messages');
}

/** The backup does not know what was unpublished or taken back since (docs/product/pages.md: Agreeing). */
export function closeOpenBoards(file: string): void {
  using sqlite = new Database(file, { readwrite: true, create: false });
  if (!sqlite.query("select 1 from sqlite_schema where name = 'pages'").get()) return;
  for (const table of ['pages', 'guest_links']) sqlite.run(`delete from ${table}`);
  sqlite.run('update memberships set on_page = 0, for_guests = 0 where on_page or for_guests');
}

export function checkDatabase(file: string, label: string): string[] {
  using sqlite = new Database(file, { readonly: true });
  try {
    const [{ integrity_check: result } = { integrity_check: 'nothing' }] = sqlite
      .query<{ integrity_check: string }, []>('pragma integrity_check(1)')
      .all();
    if (result !== 'ok') throw new Error(result);
    return appliedMigrations(sqlite);
  } catch (error) {
    throw new VisibleError('BAD_REQUEST', `${label} is damaged: ${(error as Error).message}.`);
  }
}

export function readMigrations(file: string): string[] {
  using sqlite = new Database(file, { readonly: true });
  return appliedMigrations(sqlite);
}
