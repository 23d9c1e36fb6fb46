import type { Database } from 'bun:sqlite';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the database: what it was before each upgrade. */
export const BEFORE_UPGRADE = 'before-upgrade';

/** Writes a copy of the whole database, named after its newest migration. If it cannot, nothing is upgraded. */
export function copyBeforeUpgrade(sqlite: Database, folder: string) {
  const to = join(
    folder,
    `${appliedMigrations(sqlite)
      .at(-1)
      ?.replace(/\.sql$/, '')}-${Date.now()}.db`,
  );
  try {
    mkdirSync(folder, { recursive: true });
    writeDatabaseCopy(sqlite, to);
  } catch (error) {
    throw new Error(`it could not be copied to ${to} before its upgrade: ${(error as Error).message}`);
  }
}

/** A consistent copy of a database that may be in use, without what has been deleted. Complete, or not there. */
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

type Migration = { name: string; sql: string };

/** The names of the migrations that a database has had, oldest first; none in a new one. */
export function appliedMigrations(sqlite: Database): string[] {
  if (!sqlite.query("select 1 from sqlite_schema where name = 'schema_migrations'").get()) return [];
  return sqlite
    .query<{ name: string }, []>('select name from schema_migrations order by name')
    .all()
    .map(({ name }) => name);
}

/** A migration of this database that this program does not know: a newer one has written it. */
export const unknownMigration = (sqlite: Database): string | undefined =>
  appliedMigrations(sqlite).find((name) => !migrations().some((known) => known.name === name));

/** Whether a database lacks a migration that this program has. A new one lacks none: it has nothing to lose. */
export function isOutdated(sqlite: Database): boolean {
  const done = appliedMigrations(sqlite);
  return done.length > 0 && migrations().some(({ name }) => !done.includes(name));
}

/** Every migration of this program, in order. */
export function migrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }));
}

/** Applies what is missing, by name, each in its own transaction. A database with migrations we do not know is newer than this program. */
export function migrate(sqlite: Database, list = migrations()) {
  sqlite.run(
    'create table if not exists schema_migrations (name text primary key, applied_at integer not null) strict',
  );
  const done = new Set(appliedMigrations(sqlite));
  for (const name of done)
    if (!list.some((migration) => migration.name === name))
      throw new Error(
        `The database was written by a newer Tagline (it has ${name}). Update Tagline, or restore a backup.`,
      );
  const missing = list.filter((migration) => !done.has(migration.name));
  if (missing.length === 0) return;
  sqlite.run('pragma foreign_keys = off'); // inside a transaction it is ignored, and rebuilding a table would cascade
  try {
    for (const { name, sql } of missing) {
      sqlite.run('begin immediate');
      try {
        // another process may have been first
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
  } finally {
    sqlite.run('pragma foreign_keys = on');
  }
}
