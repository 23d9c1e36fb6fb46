import { sizeOf } from '../../db/open';
import { findDamagedTables, probeTables, type TableFailure } from '../../db/probe';
import { isDamage } from '../../db/search-tables';
import { type App, perApp } from '../app';
import { bad, type Finding, good } from '../contract/health';
import { isDiskFull, isReadOnly } from '../errors';
import { formatBytes } from './words';

const NAME = 'Database';
/** The tables are probed at most this often, however often somebody asks for the health. */
const PROBE_EVERY_MS = 2_000;
const RESTORE =
  'Stop the server, keep a copy of DATA_DIR, and restore the newest backup with tagline restore.';

const lastProbe = perApp(() => ({ at: -Infinity, failure: null as TableFailure | null }));

/**
 * Checks that every table can be read and written, and that no call has met damage since the start. With
 * `everyPage`, reads the whole database, which takes seconds if the database is large.
 */
export function checkDatabase(app: App, { everyPage = false } = {}): Finding {
  const failure = probe(app);
  if (failure) return bad(NAME, adviceOn(failure), { value: `${failure.table} fails` });
  const damaged = everyPage ? findDamagedTables(app.db) : [];
  if (damaged.length > 0) return bad(NAME, RESTORE, { value: `${damaged.join(', ')} damaged` });
  const { last } = app.faults;
  if (last && isDamage(last.error))
    return bad(NAME, RESTORE, { value: 'Damaged', at: new Date(last.at).toISOString() });
  const advice = everyPage ? 'Every page of every table was read.' : 'Every table can be read and written.';
  return good(NAME, advice, { value: formatBytes(sizeOf(app.db)) });
}

function adviceOn({ table, error }: TableFailure): string {
  if (isDamage(error)) return `The table ${table} is damaged. ${RESTORE}`;
  if (isDiskFull(error)) return 'The disk is full. Free some space: nothing can be saved until then.';
  if (isReadOnly(error))
    return 'Nothing can be saved: the disk or a file is read-only. Make it writable for the user of the server, then restart.';
  return `The table ${table} cannot be read and written: ${(error as Error).message}. See the log.`;
}

function probe(app: App): TableFailure | null {
  const last = lastProbe(app);
  if (performance.now() - last.at > PROBE_EVERY_MS)
    Object.assign(last, { failure: probeTables(app.db), at: performance.now() });
  return last.failure;
}
