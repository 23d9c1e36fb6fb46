import { Database } from 'bun:sqlite';
import { rmSync } from 'node:fs';

/**
 * The tables of the search index, which can be built again from the messages. If the disk has damaged one of
 * them, they are replaced by empty ones and every message is queued. SQLite cannot delete a table with a
 * damaged page, so such a table is set aside under another name, until the file is written anew without it.
 */

const FTS_TABLE = 'search';
/** Where FTS5 keeps the contents of FTS_TABLE. */
const FTS_SHADOW_TABLES = ['search_data', 'search_idx', 'search_config'];
export const ORDINARY_TABLES = ['search_rows', 'search_queue', 'search_version'];
/** Names of tables that were set aside begin so. */
const ASIDE = 'aside_';

/** Returns whether an error, or one of its causes, means that a page of the database is damaged. */
export function isDamage(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (String((error as { code?: string }).code).startsWith('SQLITE_CORRUPT')) return true;
  return false;
}

/** Returns the tables of the search index that are damaged. Reads the whole index. */
export const findDamagedSearchTables = (sqlite: Database): string[] =>
  [...FTS_SHADOW_TABLES, ...ORDINARY_TABLES, FTS_TABLE].filter(
    (table) => hasTable(sqlite, table) && !isSound(sqlite, table),
  );

/** Databases from before the search index lack its tables. */
const hasTable = (sqlite: Database, name: string, database = 'main') =>
  sqlite.query(`select 1 from ${database}.sqlite_schema where name = ?`).get(name) !== null;

/** Returns whether tables have been set aside, which keep their space until the file is written anew. */
export const hasTablesAside = (sqlite: Database): boolean =>
  sqlite.query(`select 1 from sqlite_schema where name glob '${ASIDE}*' limit 1`).get() !== null;

/**
 * Returns whether the file must be written anew without its search index: tables have been set aside, or
 * FTS5 cannot open its table, which then cannot be renamed either.
 */
export function mustDropSearchIndex(sqlite: Database): boolean {
  if (hasTablesAside(sqlite)) return true;
  try {
    sqlite.prepare(`select 1 from ${FTS_TABLE} limit 0`).finalize();
  } catch (error) {
    return isDamage(error); // a new database has no such table
  }
  return false;
}

/**
 * Replaces the search index by an empty one and queues every message, if a table of the index is damaged, or
 * always with `evenIfSound`. Returns the tables that were damaged. Throws inside a transaction, and if the
 * index cannot be replaced while the database is in use.
 */
export function replaceSearchTables(sqlite: Database, { evenIfSound = false } = {}): string[] {
  // all reads that may fail come before the transaction, which would fail with them
  const before = schemaVersion(sqlite);
  const damaged = findDamagedSearchTables(sqlite);
  if (damaged.length === 0 && !evenIfSound) return damaged;
  const version = readVersion(sqlite, 'main');
  sqlite.run('begin immediate');
  try {
    if (schemaVersion(sqlite) === before) replace(sqlite, damaged, version); // else another process has just replaced them
    sqlite.run('commit');
    return damaged;
  } catch (error) {
    if (sqlite.inTransaction) sqlite.run('rollback');
    throw error;
  }
}

const schemaVersion = (sqlite: Database) =>
  sqlite.query<{ schema_version: number }, []>('pragma schema_version').get()!.schema_version;

function replace(sqlite: Database, damaged: string[], version: string | null) {
  const suffix = Date.now().toString(36);
  const setAside = (table: string) => sqlite.run(`alter table ${table} rename to ${ASIDE}${table}_${suffix}`);
  const isFtsSound = !FTS_SHADOW_TABLES.some((table) => damaged.includes(table));
  const created = schemaOf(sqlite).filter(({ table }) => [FTS_TABLE, ...ORDINARY_TABLES].includes(table));
  sqlite.run('pragma legacy_alter_table = on'); // so that triggers go on to name the new tables
  try {
    if (isFtsSound) sqlite.run(`drop table ${FTS_TABLE}`);
    else setAside(FTS_TABLE);
    for (const table of ORDINARY_TABLES)
      if (damaged.includes(table)) setAside(table);
      else sqlite.run(`drop table ${table}`);
    // the index of a table that was set aside keeps its name
    for (const { name, table, type, sql } of created)
      sqlite.run(type === 'index' && damaged.includes(table) ? sql.replace(name, `${name}_${suffix}`) : sql);
  } finally {
    sqlite.run('pragma legacy_alter_table = off');
  }
  fillNew(sqlite, version);
}

/**
 * Writes a copy of a database without the contents of its search index, in which every message is queued.
 * Throws if another table is damaged.
 */
export function copyWithoutSearchIndex(sqlite: Database, file: string): void {
  rmSync(file, { force: true });
  const copy = new Database(file, { create: true, strict: true });
  try {
    copy.run('pragma foreign_keys = off');
    copy.query('attach ? as source').run(sqlite.filename);
    const version = readVersion(copy, 'source');
    copy.run('begin');
    const schema = schemaOf(copy, 'source').filter(
      ({ name, table }) => !name.startsWith(ASIDE) && !table.startsWith(ASIDE),
    );
    const ordinary = schema.filter(({ type, sql }) => type === 'table' && !/^create virtual/i.test(sql));
    const copied = ordinary.map(({ name }) => name).filter((name) => !ORDINARY_TABLES.includes(name));
    for (const table of copied) if (!isSound(copy, table, 'source')) throw damagedTable(table);
    for (const { sql } of ordinary) copy.run(sql);
    if (schema.some(({ sql }) => /autoincrement/i.test(sql))) copied.push('sqlite_sequence');
    for (const table of copied) copy.run(`insert into main.${table} select * from source.${table}`);
    for (const { sql } of schema.filter((one) => !ordinary.includes(one))) copy.run(sql);
    if (schema.some(({ name }) => name === FTS_TABLE)) fillNew(copy, version);
    copy.run('commit');
  } finally {
    copy.close();
  }
}

/** Writes into new tables of the index what their schema does not say, and queues every message. */
function fillNew(sqlite: Database, version: string | null) {
  // deleted words must not stay in the file; without the version, the next start builds the index once more
  sqlite.run(`insert into ${FTS_TABLE} (${FTS_TABLE}, rank) values ('secure-delete', 1)`);
  if (version !== null) sqlite.query('insert into search_version (version) values (?)').run(version);
  sqlite.run('insert into search_queue (message_id) select id from messages');
}

type SchemaEntry = { type: string; name: string; table: string; sql: string };

/** Returns how tables, indexes, views and triggers were created, in an order in which they can be created again. */
const schemaOf = (sqlite: Database, database = 'main') =>
  sqlite
    .query<SchemaEntry, [string]>(
      `select type, name, tbl_name as "table", sql from ${database}.sqlite_schema
        where sql is not null and name not glob 'sqlite_*' and name not in (select value from json_each(?))
        order by type = 'trigger', type = 'view', type = 'index', rowid`,
    )
    .all(JSON.stringify(FTS_SHADOW_TABLES));

/** Returns the version of the code that built the index, or null if the index is new or that cannot be read. */
function readVersion(sqlite: Database, database: string): string | null {
  const exists = hasTable(sqlite, 'search_version', database);
  if (!exists || !isSound(sqlite, 'search_version', database)) return null;
  const row = sqlite.query<{ version: string }, []>(`select version from ${database}.search_version`).get();
  return row?.version ?? null;
}

function isSound(sqlite: Database, table: string, database = 'main'): boolean {
  try {
    const [first] = sqlite
      .query<{ integrity_check: string }, []>(`pragma ${database}.integrity_check(${table})`)
      .all();
    return first?.integrity_check === 'ok';
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

const damagedTable = (table: string) =>
  Object.assign(new Error(`The table ${table} is damaged.`), { code: 'SQLITE_CORRUPT' });
