import { MIGRATIONS } from '../../db/migrate';

/** A further migration. */
export const MADE_UP = {
  name: '9999_made_up.sql',
  sql: `
    alter table messages add column length integer not null default 0;
    update messages set length = length(content);`,
};

type List = typeof MIGRATIONS;

/** Makes this program one with the migrations that `change` returns, until the result is disposed of. */
export function withMigrations(change: (all: List) => List): Disposable {
  const all = [...MIGRATIONS];
  const replace = (list: List) => void MIGRATIONS.splice(0, MIGRATIONS.length, ...list);
  replace(change(all));
  return { [Symbol.dispose]: () => replace(all) };
}

export const withMadeUp = () => withMigrations((all) => [...all, MADE_UP]);
