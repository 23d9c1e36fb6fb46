import { type Db, prepared } from '../../../db/open';
import {
  findDamagedSearchTables,
  hasTablesAside,
  isDamage,
  replaceSearchTables,
} from '../../../db/search-tables';
import { forgetVocabularies } from './vocabularies';

/**
 * Minimum time between two checks. A check reads the whole index. Without this limit, damage elsewhere in the
 * database would cause a check for every database operation that meets the damage.
 */
const CHECK_EVERY_MS = 60_000;

/**
 * State of the search index.
 *
 * - `waiting`: number of messages that wait to be indexed, or null if the number cannot be read.
 * - `problem`: the error that kept a damaged index from being replaced, or null. While there is a problem,
 *   search does not work.
 * - `replacedAt`: time at which a damaged index was last replaced, or null if none was replaced since the
 *   start.
 * - `asideKept`: whether damaged tables are still in the file under other names. The next start removes them.
 */
export type SearchIndexState = {
  waiting: number | null;
  problem: string | null;
  replacedAt: number | null;
  asideKept: boolean;
};

const known = prepared(() => ({
  /** The error that kept a damaged index from being replaced; null while the index can be used. */
  problem: null as string | null,
  checkedAt: Number.NEGATIVE_INFINITY,
  replacedAt: null as number | null,
  report: (_damaged: string[], _error?: unknown): void => {},
}));

/** Returns the state of the search index, without checking it. */
export function searchIndexState(db: Db): SearchIndexState {
  const { problem, replacedAt } = known(db);
  return {
    waiting: countWaiting(db),
    problem,
    replacedAt,
    asideKept: hasTablesAside(statements(db).connection),
  };
}

/**
 * Sets the function that is called after each attempt to replace a damaged index. The function gets the
 * names of the damaged tables, or an error if the index could not be replaced.
 */
export function onIndexDamage(db: Db, report: (damaged: string[], error?: unknown) => void): void {
  known(db).report = report;
}

/**
 * Returns false while the index is damaged and could not be replaced. Everything but search works without the
 * index.
 */
export const isIndexUsable = (db: Db): boolean => known(db).problem === null;

/**
 * Looks for damage in the search index, and replaces a damaged index with an empty one. Then queues every
 * message. Returns whether a database operation that has met damage can be run again. Returns true also if
 * replacing the index failed, because database operations then work without the index. Returns false if the
 * damage is elsewhere, or if a check less than CHECK_EVERY_MS ago has not replaced the index.
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

/** Empties the index, damaged or not, and queues every message. */
export function emptyIndex(db: Db): void {
  replaceSearchTables(statements(db).connection, { evenIfSound: true });
  forgetVocabularies(db);
}

/** Returns the tables of the index that are damaged. Reads the whole index. */
export const checkIndex = (db: Db): string[] => findDamagedSearchTables(statements(db).connection);

/** Tries again to replace a damaged index that could not be replaced before. */
export function mendIndexIfDamaged(db: Db): void {
  if (!isIndexUsable(db)) mendIndex(db);
}

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
