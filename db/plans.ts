import type { Database } from 'bun:sqlite';

/**
 * Makes statements that are prepared on a connection keep their query plan. Without this, SQLite plans many
 * statements anew at every run, because the best plan could depend on the values of the parameters. Planning
 * then costs 3 to 30 times as much as running. A plus sign before a parameter hides its value from the
 * planner.
 */
export function keepPlans(sqlite: Database): void {
  const prepare = sqlite.prepare.bind(sqlite) as (sql: string, ...rest: unknown[]) => never;
  sqlite.prepare = (sql: string, ...rest: unknown[]) => prepare(hideParameters(sql), ...rest);
}

/**
 * Matches a string, a quoted name, a comment, a parameter that has its plus sign, or a parameter without one.
 */
const PARAMETERS = /'[^']*'|"[^"]*"|--[^\n]*|\+[$?]|[$?]/g;

/** Returns a statement with a plus sign before each parameter. The result of the statement stays the same. */
export const hideParameters = (sql: string): string =>
  sql.replace(PARAMETERS, (found) => (found === '$' || found === '?' ? `+${found}` : found));
