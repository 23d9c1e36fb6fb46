import { type Db, prepared } from '../../../db/open';
import {
  findDamagedSearchTables,
  hasTablesAside,
  isDamage,
  replaceSearchTables,
} from '../../../db/search-tables';
import { forgetVocabularies } from './vocabularies';

/**
 * Without this limit, damage elsewhere in the database would cause a check for every database operation that
 * meets the damage.
 */
const CHECK_EVERY_MS = 60_000;

const known = prepared(() => ({
  /** The error that kept a damaged index from being replaced; null while the index can be used. */
  problem: null as string | null,
  checkedAt: Number.NEGATIVE_INFINITY,
  replacedAt: null as number | null,
  report: (_damaged: string[], _error?: unknown): void => {},
}));

export function searchIndexState(db: Db) {
  const { problem, replacedAt } = known(db);
  return {
    waiting: countWaiting(db),
    problem,
    replacedAt,
    asideKept: hasTablesAside(statements(db).connection),
  };
}

export function onIndexDamage(db: Db, report: (damaged: string[], error?: unknown) => void): void {
  known(db).report = report;
}

export const isIndexUsable = (db: Db): boolean => known(db).problem === null;

/**
 * Returns whether a database operation that has met damage can be run again. Returns true also if replacing
 * the index failed, because database operations then work without the index.
 */
export function mendIndex(db: Db): boolean {
  const state = known(db);
  if (performance.now() - state.checkedAt < CHECK_EVERY_MS) return false;
  state.checkedAt = performance.now();
  try {
    const damaged = replaceSearchTables(statements(db).connection);
    const mended = damaged.length > 0 || state.problem !== null;
    if (damaged.length > 0) {
      forgetVocabularies(db);
      state.replacedAt = Date.now();
      state.checkedAt = Number.NEGATIVE_INFINITY; // so that the next damage is mended at once
      state.report(damaged);
    }
    state.problem = null;
    return mended;
  } catch (error) {
    state.problem = (error as Error).message;
    state.report([], error);
    return true;
  }
}

export function emptyIndex(db: Db): void {
  replaceSearchTables(statements(db).connection, { evenIfSound: true });
  forgetVocabularies(db);
}

export const checkIndex = (db: Db): string[] => findDamagedSearchTables(statements(db).connection);

function countWaiting(db: Db): number | null {
  try {
    return statements(db).countQueued.get()!.waiting;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return null;
  }
}

const statements = prepared((db) => ({
  connection: db.$client,
  countQueued: db.$client.prepare<{ waiting: number }, []>('select count(*) as waiting from search_queue'),
}));
