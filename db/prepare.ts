import type { Database, Statement } from 'bun:sqlite';

/**
 * Without the kept plans, SQLite plans many statements anew at every run, because the best plan could depend
 * on the values of the parameters. Planning then costs 3 to 30 times as much as running. A plus sign before a
 * parameter hides its value from the planner.
 */
export function prepareLate(sqlite: Database): void {
  const compile = sqlite.prepare.bind(sqlite) as (sql: string, ...rest: unknown[]) => Statement;
  sqlite.prepare = (sql: string, ...rest: unknown[]) =>
    new LateStatement(() => compile(hideParameters(sql), ...rest)) as never;
}

class LateStatement {
  private readonly compile: () => Statement;
  private compiled: Statement | undefined;

  constructor(compile: () => Statement) {
    this.compile = compile;
  }

  private get statement(): Statement {
    this.compiled ??= this.compile();
    return this.compiled;
  }

  all(...values: []) {
    return this.statement.all(...values);
  }

  get(...values: []) {
    return this.statement.get(...values);
  }

  run(...values: []) {
    return this.statement.run(...values);
  }

  values(...values: []) {
    return this.statement.values(...values);
  }

  iterate(...values: []) {
    return this.statement.iterate(...values);
  }

  finalize() {
    this.compiled?.finalize();
  }
}

const PARAMETERS = /'[^']*'|"[^"]*"|--[^\n]*|\+[$?]|[$?]/g;

export const hideParameters = (sql: string): string =>
  sql.replace(PARAMETERS, (found) => (found === '$' || found === '?' ? `+${found}` : found));
