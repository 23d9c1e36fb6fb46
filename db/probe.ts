import { type Db, prepared, transaction } from './open';
import { tablesOutsideOfSearch } from './search-tables';
import { withoutWaiting } from './write-ahead-log';

export type TableFailure = { table: string; error: unknown };

export function probeTables(db: Db): TableFailure | null {
  const sqlite = db.$client;
  let table = 'schema';
  try {
    const probes = statements(db);
    const write = () => {
      sqlite.run('savepoint probe');
      // all reads come before all writes: a write to a table also reads the tables that the foreign keys of
      // the table refer to, so damage in those tables would be reported for the wrong table
      for (const { name, readOldest, readNewest } of probes) {
        table = name;
        readOldest.get();
        readNewest.get();
      }
      for (const { name, rewriteNewest } of probes) {
        table = name;
        rewriteNewest.run();
      }
      sqlite.run('rollback to probe');
      sqlite.run('pragma user_version = 0'); // writes the first page, although the value stays the same
    };
    withoutWaiting(sqlite, () => transaction(db, write));
  } catch (error) {
    // busy: another process is writing, so the database can be written
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') return { table, error };
  }
  return null;
}

export const findDamagedTables = (db: Db): string[] =>
  statements(db)
    .map(({ name }) => name)
    .filter((name) => !isIntact(db, name));

function isIntact(db: Db, table: string): boolean {
  try {
    const [first] = db.$client.query<{ quick_check: string }, []>(`pragma quick_check("${table}")`).all();
    return first?.quick_check === 'ok';
  } catch {
    return false;
  }
}

const statements = prepared(({ $client }) =>
  tablesOutsideOfSearch($client).map((name) => {
    const columns = $client.query<{ name: string; pk: number }, []>(`pragma table_info(${name})`).all();
    const primary = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    const key = primary.length > 0 ? primary.map((column) => column.name) : ['rowid'];
    const rest = columns.filter(({ pk }) => pk === 0);
    const assignments = (rest.length > 0 ? rest : primary).map((column) => `${column.name} = ${column.name}`);
    const newest = `from ${name} order by ${key.map((column) => `${column} desc`)} limit 1`;
    return {
      name,
      readOldest: $client.prepare(`select * from ${name} order by ${key} limit 1`),
      readNewest: $client.prepare(`select * ${newest}`),
      rewriteNewest: $client.prepare(
        `update ${name} set ${assignments} where (${key}) = (select ${key} ${newest})`,
      ),
    };
  }),
);
