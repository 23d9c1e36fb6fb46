import { sizeOf } from '../../../db/open';
import { findDamagedTables, probeTables, type TableFailure } from '../../../db/probe';
import { isDamage } from '../../../db/search-tables';
import { type App, perApp } from '../../app/app';
import { diskErrorOf } from '../../app/disk-errors';
import { bad, type Finding, good } from '../../contract/health';
import { diskTrials } from './disk-trial';
import { formatBytes } from './words';

const NAME = 'Database';
/** Minimum milliseconds between two probes of the tables. A check between two probes uses the last result. */
const PROBE_EVERY_MS = 2_000;
const RESTORE =
  'Stop the server, keep a copy of DATA_DIR, and restore the newest backup with tagline restore.';

const lastProbe = perApp(() => ({ at: -Infinity, failure: null as TableFailure | null }));

export function checkDatabase(app: App, { everyPage = false } = {}): Finding {
  const failure = probe(app);
  const { log, media } = diskTrials(app);
  if (failure) return explain(failure, media.failure);
  if (log.failure) return explain({ table: 'log', error: log.failure }, media.failure);
  const damaged = everyPage ? findDamagedTables(app.db) : [];
  if (damaged.length > 0) return bad(NAME, RESTORE, { value: `Damaged: ${damaged.join(', ')}` });
  const { last } = app.faults;
  if (last && isDamage(last.error))
    return bad(NAME, RESTORE, { value: 'Damaged', at: new Date(last.at).toISOString() });
  const advice = everyPage ? 'Every page of every table was read.' : 'Every table can be read and written.';
  return good(NAME, advice, { value: formatBytes(sizeOf(app.db)) });
}

/** SQLite does not tell why the system refused to write, but the disk has been asked that too. */
function explain({ table, error }: TableFailure, reason: unknown): Finding {
  if (isDamage(error)) return bad(NAME, `The table ${table} is damaged. ${RESTORE}`, { value: 'Damaged' });
  const found = diskErrorOf(error);
  const disk = (found?.code.startsWith('SQLITE_IOERR') && diskErrorOf(reason)) || found;
  if (disk) return bad(NAME, disk.advice, { value: `${disk.fact} (${disk.code})` });
  return bad(
    NAME,
    `The table ${table} cannot be read and written: ${(error as Error).message}. See the log.`,
  );
}

function probe(app: App): TableFailure | null {
  const last = lastProbe(app);
  if (performance.now() - last.at > PROBE_EVERY_MS)
    Object.assign(last, { failure: probeTables(app.db), at: performance.now() });
  return last.failure;
}
