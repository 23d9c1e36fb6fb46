import { Database } from 'bun:sqlite';
import { appliedMigrations, writeDatabaseCopy } from '../../db/migrate';
import { VisibleError } from '../errors';

const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a database, which may be in use, and checks the copy. Returns the names of the migrations that the
 * copy has had.
 */
export function copyDatabase(database: string, to: string): string[] {
  const sqlite = new Database(database, { readwrite: true, create: false });
  try {
    sqlite.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    writeDatabaseCopy(sqlite, to);
  } finally {
    sqlite.close();
  }
  return checkDatabase(to, database);
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
    throw new VisibleError('BAD_REQUEST', `${label} is damaged: ${(error as Error).message}`);
  } finally {
    sqlite.close();
  }
}
