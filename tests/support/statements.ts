import { Database, type Statement } from 'bun:sqlite';

const RUNS = ['all', 'get', 'run', 'values', 'iterate'] as const;
const HAS_PLAN = /^\s*(select|with|insert|update|delete)/i;

/**
 * Steps of a query plan that do not count as scans of a table: virtual tables such as `json_each`, constant
 * rows, subqueries, and the recursive queries for threads.
 */
const NO_TABLE = /VIRTUAL TABLE|CONSTANT ROW|^SCAN \(?(subquery|SUBQUERY|UNION|answered|thread$)/;

/**
 * Statements that were prepared before the call are not recorded, so a test calls this function before it
 * creates the app.
 */
export function watchStatements() {
  const { prepare, query, run } = Database.prototype;
  const watched = new WeakSet<Statement>();
  const plans = new Map<string, string[]>();
  let executed: string[] = [];
  let compiled: string[] = [];

  function record(db: Database, sql: string) {
    executed.push(sql);
    if (plans.has(sql) || !HAS_PLAN.test(sql)) return;
    const explain = prepare.call(db, `explain query plan ${sql}`);
    const steps = explain.all() as { detail: string }[];
    explain.finalize(); // an open statement would keep the next transaction from ending
    plans.set(
      sql,
      steps.map(({ detail }) => detail),
    );
  }
  function watch<S extends Statement>(db: Database, statement: S, sql: string): S {
    if (watched.has(statement)) return statement;
    watched.add(statement);
    for (const name of RUNS) {
      const original = statement[name].bind(statement) as (...args: unknown[]) => unknown;
      Object.defineProperty(statement, name, {
        value: (...args: unknown[]) => {
          record(db, sql);
          return original(...args);
        },
      });
    }
    return statement;
  }
  Database.prototype.prepare = function (this: Database, ...args: Parameters<typeof prepare>) {
    compiled.push(args[0]);
    return watch(this, prepare.apply(this, args), args[0]);
  } as typeof prepare;
  Database.prototype.query = function (this: Database, ...args: Parameters<typeof query>) {
    return watch(this, query.apply(this, args), args[0]);
  } as typeof query;
  Database.prototype.run = function (this: Database, ...args: Parameters<typeof run>) {
    record(this, args[0]);
    return run.apply(this, args);
  } as typeof run;

  return {
    plans,
    /** Each key of `mayScan` says why the scan is cheap. */
    listScans: (mayScan: Record<string, RegExp>) =>
      [...plans]
        .filter(([sql]) => !Object.values(mayScan).some((allowed) => allowed.test(sql)))
        .flatMap(([sql, plan]) => plan.map((step) => ({ step, sql })))
        .filter(({ step }) => step.startsWith('SCAN') && !NO_TABLE.test(step)),
    takeRun() {
      const taken = executed;
      executed = [];
      return taken;
    },
    takeCompiled() {
      const taken = compiled;
      compiled = [];
      return taken;
    },
    [Symbol.dispose]() {
      Object.assign(Database.prototype, { prepare, query, run });
    },
  };
}
