import { sizeOf } from '../../../db/open';
import { findDamagedTables, probeTables, type TableFailure } from '../../../db/probe';
import { isDamage } from '../../../db/search-tables';
import { type App, perApp } from '../../app/app';
import { isDiskFull, isReadOnly } from '../../app/errors';
import { bad, type Finding, good } from '../../contract/health';
import { formatBytes } from './words';

const NAME = 'Database';
/** Minimum milliseconds between two probes of the tables. A check between two probes uses the last result. */
const PROBE_EVERY_MS = 2_000;
const RESTORE =
  'Stop the server, keep a copy of DATA_DIR, and restore the newest backup with tagline restore.';

const lastProbe = perApp(() => ({ at: -Infinity, failure: null as TableFailure | null }));

export function checkDatabase(app: App, { everyPage = false } = {}): Finding {
  const failure = probe(app);
  if (failure) return explain(failure);
  const damaged = everyPage ? findDamagedTables(app.db) : [];
  if (damaged.length > 0) return bad(NAME, RESTORE, { value: `Damaged: ${damaged.join(', ')}` });
  const { last } = app.faults;
  if (last && isDamage(last.error))
    return bad(NAME, RESTORE, { value: 'Damaged', at: new Date(last.at).toISOString() });
  const advice = everyPage ? 'Every page of every table was read.' : 'Every table can be read and written.';
  return good(NAME, advice, { value: formatBytes(sizeOf(app.db)) });
}

function explain({ table, error }: TableFailure): Finding {
  if (isDamage(error)) return bad(NAME, `The table ${table} is damaged. ${RESTORE}`, { value: 'Damaged' });
  if (isDiskFull(error))
    return bad(NAME, 'Free some space: nothing can be saved on a full disk.', { value: 'Disk full' });
  if (isReadOnly(error))
    return bad(
      NAME,
      'Nothing can be saved. Make the disk, the data folder and its files writable for the user of the server, then restart it.',
      { value: 'Read-only' },
    );
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
