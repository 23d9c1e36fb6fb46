import type { Database } from 'bun:sqlite';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the folder beside the database for the copies that are made before upgrades. */
export const BEFORE_UPGRADE = 'before-upgrade';

type Migration = { name: string; sql: string };

/** Writes a copy of a database into a folder, named after the newest migration and the time. Throws when it cannot. */
export function copyBeforeUpgrade(sqlite: Database, folder: string) {
  const newest = appliedMigrations(sqlite)
    .at(-1)
    ?.replace(/\.sql$/, '');
  const file = join(folder, `${newest}-${Date.now()}.db`);
  try {
    mkdirSync(folder, { recursive: true });
    writeDatabaseCopy(sqlite, file);
  } catch (error) {
    throw new Error(`it could not be copied to ${file} before its upgrade: ${(error as Error).message}`);
  }
}

/**
 * Writes a consistent copy of a database without its deleted rows. Others may use the database meanwhile. The
 * file appears when it is complete.
 */
export function writeDatabaseCopy(sqlite: Database, file: string) {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    sqlite.query('vacuum into ?').run(partial);
    renameSync(partial, file);
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Returns the names of the migrations that a database has had, oldest first. A new database has had none. */
export function appliedMigrations(sqlite: Database): string[] {
  if (!sqlite.query("select 1 from sqlite_schema where name = 'schema_migrations'").get()) return [];
  return sqlite
    .query<{ name: string }, []>('select name from schema_migrations order by name')
    .all()
    .map(({ name }) => name);
}

/** Returns whether a database with data in it lacks a migration of this program. */
export function isOutdated(sqlite: Database): boolean {
  const applied = appliedMigrations(sqlite);
  return applied.length > 0 && migrations().some(({ name }) => !applied.includes(name));
}

/** Returns every migration of this program, in order. */
export function migrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }));
}

/**
 * Applies the missing migrations, each in a transaction of its own. Throws when a newer program has written
 * the database, or when a migration fails.
 */
export function migrate(sqlite: Database, list = migrations()) {
  sqlite.run(
    'create table if not exists schema_migrations (name text primary key, applied_at integer not null) strict',
  );
  const applied = appliedMigrations(sqlite);
  const unknown = applied.find((name) => !list.some((migration) => migration.name === name));
  if (unknown)
    throw new Error(
      `The database was written by a newer Tagline (it has ${unknown}). Update Tagline, or restore a backup.`,
    );
  const missing = list.filter(({ name }) => !applied.includes(name));
  if (missing.length === 0) return;
  // rebuilding a table would delete rows by cascade; inside a transaction SQLite ignores this pragma
  sqlite.run('pragma foreign_keys = off');
  try {
    for (const migration of missing) apply(sqlite, migration);
  } finally {
    sqlite.run('pragma foreign_keys = on');
  }
}

function apply(sqlite: Database, { name, sql }: Migration) {
  sqlite.run('begin immediate');
  try {
    // another process may have applied the migration while this process waited for the lock
    if (!sqlite.query('select 1 from schema_migrations where name = ?').get(name)) {
      sqlite.run(sql);
      const broken = sqlite.query('pragma foreign_key_check').all();
      if (broken.length > 0)
        throw new Error(`Migration ${name} would break a reference: ${JSON.stringify(broken[0])}`);
      sqlite.query('insert into schema_migrations values (?, ?)').run(name, Date.now());
    }
    sqlite.run('commit');
  } catch (error) {
    sqlite.run('rollback');
    throw error;
  }
}
