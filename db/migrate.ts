import type { Database } from 'bun:sqlite';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import tables from './migrations/0001_tables.sql' with { type: 'text' };
import triesOfImports from './migrations/0002_tries_of_imports.sql' with { type: 'text' };
import proofs from './migrations/0004_proofs.sql' with { type: 'text' };
import texts from './migrations/0005_texts.sql' with { type: 'text' };
import door from './migrations/0006_door.sql' with { type: 'text' };
import freshProof from './migrations/0007_fresh_proof.sql' with { type: 'text' };
import growth from './migrations/0008_growth.sql' with { type: 'text' };
import reactions from './migrations/0009_reactions.sql' with { type: 'text' };
import answers from './migrations/0010_answers.sql' with { type: 'text' };
import byText from './migrations/0011_by_text.sql' with { type: 'text' };
import evening from './migrations/0012_evening.sql' with { type: 'text' };
import lists from './migrations/0013_lists.sql' with { type: 'text' };
import cards from './migrations/0014_cards.sql' with { type: 'text' };
import reading from './migrations/0015_reading.sql' with { type: 'text' };
import hidesNumber from './migrations/0018_hides_number.sql' with { type: 'text' };
import mail from './migrations/0019_mail.sql' with { type: 'text' };
import mailOut from './migrations/0020_mail_out.sql' with { type: 'text' };
import programs from './migrations/0021_programs.sql' with { type: 'text' };
import spentRefreshes from './migrations/0022_spent_refreshes.sql' with { type: 'text' };
import hooks from './migrations/0023_hooks.sql' with { type: 'text' };
import pages from './migrations/0024_pages.sql' with { type: 'text' };
import provider from './migrations/0025_provider.sql' with { type: 'text' };
import takeovers from './migrations/0026_takeovers.sql' with { type: 'text' };
import { copyWithoutSearchIndex, isDamage } from './search-tables';
import triggers from './triggers.sql' with { type: 'text' };

export const BEFORE_UPGRADE = 'before-upgrade';

export const MIGRATIONS = [
  { name: '0001_tables.sql', sql: tables },
  { name: '0002_tries_of_imports.sql', sql: triesOfImports },
  { name: '0004_proofs.sql', sql: proofs },
  { name: '0005_texts.sql', sql: texts },
  { name: '0006_door.sql', sql: door },
  { name: '0007_fresh_proof.sql', sql: freshProof },
  { name: '0008_growth.sql', sql: growth },
  { name: '0009_reactions.sql', sql: reactions },
  { name: '0010_answers.sql', sql: answers },
  { name: '0011_by_text.sql', sql: byText },
  { name: '0012_evening.sql', sql: evening },
  { name: '0013_lists.sql', sql: lists },
  { name: '0014_cards.sql', sql: cards },
  { name: '0015_reading.sql', sql: reading },
  { name: '0018_hides_number.sql', sql: hidesNumber },
  { name: '0019_mail.sql', sql: mail },
  { name: '0020_mail_out.sql', sql: mailOut },
  { name: '0021_programs.sql', sql: programs },
  { name: '0022_spent_refreshes.sql', sql: spentRefreshes },
  { name: '0023_hooks.sql', sql: hooks },
  { name: '0024_pages.sql', sql: pages },
  { name: '0025_provider.sql', sql: provider },
  { name: '0026_takeovers.sql', sql: takeovers },
];

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

function vacuumInto(sqlite: Database, file: string): boolean {
  try {
    sqlite.query('vacuum into ?').run(file);
    return true;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

export function appliedMigrations(sqlite: Database): string[] {
  if (!sqlite.query("select 1 from sqlite_schema where name = 'schema_migrations'").get()) return [];
  return sqlite
    .query<{ name: string }, []>('select name from schema_migrations order by name')
    .all()
    .map(({ name }) => name);
}

export function isOutdated(sqlite: Database): boolean {
  const applied = appliedMigrations(sqlite);
  return applied.length > 0 && lacksMigration(applied);
}

const lacksMigration = (applied: string[]) => MIGRATIONS.some(({ name }) => !applied.includes(name));

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

export const findUnknown = (applied: string[]): string | undefined =>
  applied.find((name) => !MIGRATIONS.some((migration) => migration.name === name));

export function migrate(sqlite: Database, onStep = (_step: string) => {}): void {
  refuseForeign(sqlite);
  if (!lacksMigration(appliedMigrations(sqlite))) return;
  // foreign keys would delete rows by cascade when a table is rebuilt; the pragma has no effect inside a
  // transaction
  sqlite.run('pragma foreign_keys = off');
  try {
    sqlite.run('begin immediate');
    // another process may have applied them while this process waited for the lock
    const applied = appliedMigrations(sqlite);
    if (lacksMigration(applied)) apply(sqlite, applied, onStep);
    sqlite.run('commit');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.run('rollback');
    throw error;
  } finally {
    sqlite.run('pragma foreign_keys = on');
  }
}

function apply(sqlite: Database, applied: string[], onStep: (step: string) => void) {
  sqlite.run(
    'create table if not exists schema_migrations (name text primary key, applied_at integer not null) strict',
  );
  const old = sqlite
    .query<{ name: string }, []>("select name from sqlite_schema where type = 'trigger'")
    .all();
  for (const { name } of old) sqlite.run(`drop trigger "${name}"`);
  const missing = MIGRATIONS.filter((migration) => !applied.includes(migration.name));
  for (const [done, { name, sql }] of missing.entries()) {
    onStep(`changing the database, step ${done + 1} of ${missing.length}`);
    sqlite.run(sql);
    const broken = sqlite.query('pragma foreign_key_check').all();
    if (broken.length > 0)
      throw new Error(`Migration ${name} would break a reference: ${JSON.stringify(broken[0])}`);
    sqlite.query('insert into schema_migrations values (?, ?)').run(name, Date.now());
  }
  sqlite.run(triggers);
}
