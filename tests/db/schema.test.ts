import { expect, test } from 'bun:test';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { open } from '../../db/open';
import * as schema from '../../db/schema';

type Info = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number };

const sqlite = open(':memory:').$client;

function readDatabase(table: string) {
  const columns = sqlite.query<Info, []>(`pragma table_info(${table})`).all();
  const keys = columns.filter(({ pk }) => pk > 0);
  return columns.map((column) => {
    const isKey = column.pk > 0 && keys.length === 1; // drizzle need not know a key of several columns
    return {
      name: column.name,
      type: column.type.toLowerCase(),
      isKey,
      notNull: isKey || column.notnull === 1,
      default: column.dflt_value && sqlite.query(`select ${column.dflt_value}`).values().flat()[0],
    };
  });
}

const readDrizzle = (table: SQLiteTable) =>
  Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    isKey: column.primary,
    notNull: column.notNull,
    default: column.default === undefined ? null : column.mapToDriverValue(column.default),
  }));

for (const table of Object.values(schema).filter((value) => is(value, SQLiteTable)))
  test(`drizzle has each column of ${getTableName(table)} as the database has it`, () => {
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(readDrizzle(table).sort(byName)).toEqual(readDatabase(getTableName(table)).sort(byName));
  });
