import type { Database } from 'bun:sqlite';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import tables from './migrations/0001_tables.sql' with { type: 'text' };
import { copyWithoutSearchIndex, isDamage } from './search-tables';
import triggers from './triggers.sql' with { type: 'text' };

/**
 * Name of the folder for the copies that are made before upgrades. The folder is beside the database file.
 */
export const BEFORE_UPGRADE = 'before-upgrade';

/** Every migration, in order. */
export const MIGRATIONS = [{ name: '0001_tables.sql', sql: tables }];

/**
 * Writes a copy of a database into a folder. The file name of the copy contains the newest applied migration
 * and the time. Throws if the copy cannot be written.
 */
export function copyBeforeUpgrade(sqlite: Database, folder: string) {
  const newest = appliedMigrations(sqlite)
    .at(-1)
    ?.replace(/\.sql$/, '');
  const file = join(folder, `${newest}-${Date.now()}.db`);
  try {
    mkdirSync(folder, { recursive: true });
    writeDatabaseCopy(sqlite, file);
  } catch (error) {
    throw new Error(`it could not be copied to ${file} before its upgrade: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Writes a consistent copy of a database, without the remains of deleted rows. Other connections can use the
 * database meanwhile. The file `file` appears only when it is complete. If SQLite meets a damaged page, the
 * copy gets an empty search index with every message queued, and `withIndex` is false. Throws if SQLite meets
 * damage outside the search index, or if the copy cannot be written.
 */
export function writeDatabaseCopy(sqlite: Database, file: string): { withIndex: boolean } {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    const withIndex = vacuumInto(sqlite, partial);
    if (!withIndex) copyWithoutSearchIndex(sqlite, partial);
    renameSync(partial, file);
    return { withIndex };
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Writes a compact copy of a database. Returns false if SQLite meets a damaged page. */
function vacuumInto(sqlite: Database, file: string): boolean {
  try {
    sqlite.query('vacuum into ?').run(file);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

/**
 * Returns the names of the migrations that were applied to a database, oldest first. A new database has none.
 */
export function appliedMigrations(sqlite: Database): string[] {
  if (!sqlite.query("select 1 from sqlite_schema where name = 'schema_migrations'").get()) return [];
  return sqlite
    .query<{ name: string }, []>('select name from schema_migrations order by name')
    .all()
    .map(({ name }) => name);
}

/** Returns whether a database lacks a migration. A new database without any migration is not outdated. */
export function isOutdated(sqlite: Database): boolean {
  const applied = appliedMigrations(sqlite);
  return applied.length > 0 && lacksMigration(applied);
}

const lacksMigration = (applied: string[]) => MIGRATIONS.some(({ name }) => !applied.includes(name));

/** Throws if another version has written the database, and this program cannot upgrade it. */
export function refuseForeign(sqlite: Database): void {
  const applied = appliedMigrations(sqlite);
  if (isOfVersion01(applied))
    throw new Error(
      'The database was written by Tagline 0.1, which this version cannot read. Nothing was changed. Go on with Tagline 0.1, or import its export into an empty DATA_DIR (see CHANGELOG.md).',
    );
  const unknown = findUnknown(applied);
  if (unknown)
    throw new Error(
      `The database was written by a newer Tagline (it has ${unknown}). Update Tagline, or restore a backup.`,
    );
}

export const isOfVersion01 = (applied: string[]): boolean => applied.includes('0001_start.sql');

/** Returns the name of a migration that this program does not have, so that a newer one must have applied it. */
export const findUnknown = (applied: string[]): string | undefined =>
  applied.find((name) => !MIGRATIONS.some((migration) => migration.name === name));

/**
 * Applies the missing migrations and creates the triggers anew, in one transaction. Migrations run without
 * triggers. Throws if another version has written the database, or if a migration fails.
 */
export function migrate(sqlite: Database): void {
  refuseForeign(sqlite);
  if (!lacksMigration(appliedMigrations(sqlite))) return;
  // foreign keys would delete rows by cascade when a table is rebuilt; the pragma has no effect inside a
  // transaction
  sqlite.run('pragma foreign_keys = off');
  try {
    sqlite.run('begin immediate');
    // another process may have applied them while this process waited for the lock
    const applied = appliedMigrations(sqlite);
    if (lacksMigration(applied)) apply(sqlite, applied);
    sqlite.run('commit');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.run('rollback');
    throw error;
  } finally {
    sqlite.run('pragma foreign_keys = on');
  }
}

function apply(sqlite: Database, applied: string[]) {
  sqlite.run(
    'create table if not exists schema_migrations (name text primary key, applied_at integer not null) strict',
  );
  const old = sqlite
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'trigger'")
    .all();
  for (const { name } of old) sqlite.run(`drop trigger "${name}"`);
  for (const { name, sql } of MIGRATIONS.filter((migration) => !applied.includes(migration.name))) {
    sqlite.run(sql);
    const broken = sqlite.query('pragma foreign_key_check').all();
    if (broken.length > 0)
      throw new Error(`Migration ${name} would break a reference: ${JSON.stringify(broken[0])}`);
    sqlite.query('insert into schema_migrations values (?, ?)').run(name, Date.now());
  }
  sqlite.run(triggers);
}
