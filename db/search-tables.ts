import { Database } from 'bun:sqlite';
import { rmSync } from 'node:fs';

/**
 * SQLite cannot delete a table with a damaged page. Such a table is set aside: it gets another name, and
 * remains until the database file is written anew without it.
 */

const FTS_TABLE = 'search';
const FTS_SHADOW_TABLES = ['search_data', 'search_idx', 'search_config'];
const ORDINARY_TABLES = ['search_rows', 'search_queue', 'search_version'];
const ASIDE = 'aside_';

export function isDamage(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (String((error as { code?: string }).code).startsWith('SQLITE_CORRUPT')) return true;
  return false;
}

export const findDamagedSearchTables = (sqlite: Database): string[] =>
  [...FTS_SHADOW_TABLES, ...ORDINARY_TABLES, FTS_TABLE].filter(
    (table) => hasTable(sqlite, table) && !isSound(sqlite, table),
  );

const hasTable = (sqlite: Database, name: string, database = 'main') =>
  sqlite.query(`select 1 from ${database}.sqlite_schema where name = ?`).get(name) !== null;

export const hasTablesAside = (sqlite: Database): boolean =>
  sqlite.query(`select 1 from sqlite_schema where name glob '${ASIDE}*' limit 1`).get() !== null;

export function mustDropSearchIndex(sqlite: Database): boolean {
  if (hasTablesAside(sqlite)) return true;
  try {
    sqlite.prepare(`select 1 from ${FTS_TABLE} limit 0`).finalize();
  } catch (error) {
    return isDamage(error); // false for a new database, which has no such table
  }
  return false;
}

/** Does nothing if another process has just done so. */
export function replaceSearchTables(sqlite: Database, { evenIfSound = false } = {}): string[] {
  // reads that may meet damage come first, because damage met inside the transaction would make it fail
  const before = schemaVersion(sqlite);
  const damaged = findDamagedSearchTables(sqlite);
  if (damaged.length === 0 && !evenIfSound) return damaged;
  const version = readVersion(sqlite, 'main');
  sqlite.run('begin immediate');
  try {
    // if the schema has changed, another process has just replaced the tables
    if (schemaVersion(sqlite) === before) replace(sqlite, damaged, version);
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
  // with this setting, renaming a table does not change the triggers: they keep the old name of the table,
  // and the new table gets this name
  sqlite.run('pragma legacy_alter_table = on');
  try {
    if (isFtsSound) sqlite.run(`drop table ${FTS_TABLE}`);
    else setAside(FTS_TABLE);
    for (const table of ORDINARY_TABLES)
      if (damaged.includes(table)) setAside(table);
      else sqlite.run(`drop table ${table}`);
    // a table that was set aside keeps its SQL index, so the SQL index of the new table gets another name
    for (const { name, table, type, sql } of created)
      sqlite.run(type === 'index' && damaged.includes(table) ? sql.replace(name, `${name}_${suffix}`) : sql);
  } finally {
    sqlite.run('pragma legacy_alter_table = off');
  }
  fillNew(sqlite, version);
}

export function copyWithoutSearchIndex(sqlite: Database, file: string): void {
  rmSync(file, { force: true });
  const copy = new Database(file, { create: true, strict: true });
  try {
    copy.run('pragma foreign_keys = off');
    copy.query('attach ? as source').run(sqlite.filename);
    const version = readVersion(copy, 'source');
    copy.run('begin');
    const schema = schemaOf(copy, 'source').filter(({ table }) => !table.startsWith(ASIDE));
    const ordinary = schema.filter(isOrdinary);
    const copied = tablesOutsideOfSearch(copy, 'source');
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

function fillNew(sqlite: Database, version: string | null) {
  // secure-delete: deleted words must not stay in the file
  for (const setting of ["'secure-delete', 1", "'usermerge', 2"])
    sqlite.run(`insert into ${FTS_TABLE} (${FTS_TABLE}, rank) values (${setting})`);
  // without a version, the next start of the server would empty the index once more
  if (version !== null) sqlite.query('insert into search_version (version) values (?)').run(version);
  sqlite.run('insert into search_queue (message_id) select id from messages');
}

type SchemaEntry = { type: string; name: string; table: string; sql: string };

const schemaOf = (sqlite: Database, database = 'main') =>
  sqlite
    .query<SchemaEntry, [string]>(
      `select type, name, tbl_name as "table", sql from ${database}.sqlite_schema
        where sql is not null and name not glob 'sqlite_*' and name not in (select value from json_each(?))
        order by type = 'trigger', type = 'view', type = 'index', rowid`,
    )
    .all(JSON.stringify(FTS_SHADOW_TABLES));

const isOrdinary = ({ type, sql }: SchemaEntry) => type === 'table' && !/^create virtual/i.test(sql);

export const tablesOutsideOfSearch = (sqlite: Database, database = 'main'): string[] =>
  schemaOf(sqlite, database)
    .filter((entry) => isOrdinary(entry) && !entry.table.startsWith(ASIDE))
    .map(({ name }) => name)
    .filter((name) => !ORDINARY_TABLES.includes(name));

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
