import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { App } from '../../app/app';
import { areCopiesAway } from '../../app/copied';
import { DATABASE } from '../../app/data-folder/data-folder';
import { bad, type Finding, good, notice } from '../../contract/health';
import { copyLag, copyState } from '../copies/state';

const NAME = 'Copies';
const LATE_MS = 30_000;
/** The first copy is that of the whole file. */
const FIRST_COPY_MS = 15 * 60_000;
const photos = ({ config }: App) =>
  config.media.target
    ? `Photos are in ${config.media.target.url}.`
    : config.backupDir
      ? 'Photos are not in it: they are in the backups of BACKUP_DIR.'
      : 'Photos are not in it: set BACKUP_DIR to back them up.';
const WITHOUT_KEYS =
  'The secret and the key for mails are not in it: set REPLICA_PASSPHRASE. Without them, codes that are underway and the signature of mails are lost.';

export function checkCopies(app: App): Finding[] {
  const lag = copyLag(app);
  if (lag === null) return [];
  const { problem, error, hasCopied, keysError, oldest } = copyState(app);
  const at = hasCopied ? new Date(app.now() - lag).toISOString() : null;
  const late = { value: hasCopied ? 'Behind' : 'None yet', at };
  const reason = problem ?? error;
  if (areCopiesAway(app))
    return [
      bad(NAME, `Nothing can be saved until the copy can be reached. ${reason ?? 'The log says why.'}`, late),
    ];
  if (problem || lag > (hasCopied ? LATE_MS : FIRST_COPY_MS))
    return [
      bad(NAME, `Nothing is copied. ${reason ?? 'The log says why.'} It is tried again by itself.`, late),
    ];
  if (!hasCopied)
    return [
      (error ? bad : notice)(NAME, error ?? 'The whole database is copied first. This takes a while.', late),
    ];
  const value = `At most ${Math.ceil(lag / 1000)} s behind`;
  const since = oldest ? `Every moment since ${oldest.slice(0, 16)}Z can be restored. ` : '';
  if (error) return [notice(NAME, error, { value })];
  if (keysError) return [notice(NAME, `The keys are not copied. ${keysError}`, { value })];
  return [
    app.config.replica.passphrase
      ? good(NAME, `${since}${photos(app)}`, { value })
      : notice(NAME, `${since}${photos(app)} ${WITHOUT_KEYS}`, { value }),
  ];
}

/** For `tagline doctor`, which copies nothing itself. */
export async function examineCopies(app: App): Promise<Finding[]> {
  const { config } = app;
  const { passphrase } = config.replica;
  if (!config.replica.target) return [];
  const { newestTarget } = await import('../copies/epochs');
  const program = await import('../../outside/litestream/litestream');
  const { explainCopyError } = await import('../../outside/litestream/errors');
  const folder = mkdtempSync(join(tmpdir(), 'tagline-copies-'));
  const database = join(resolve(config.dataDir), DATABASE);
  let target = config.replica.target;
  try {
    const litestream = await program.findLitestream(config.replica);
    target = (await newestTarget(config)) ?? target;
    const file = program.writeSettings(litestream, { database, folder, target });
    const oldest = await program.findOldestCopy(litestream, file, database);
    if (!oldest)
      return [bad(NAME, 'There is none yet. A running server makes the first one.', { value: target.url })];
    const since = `Every moment since ${oldest.slice(0, 16)}Z can be restored; tagline backup --drill tries it.`;
    return [
      passphrase
        ? good(NAME, `${since} ${photos(app)}`, { value: target.url })
        : notice(NAME, `${since} ${photos(app)} ${WITHOUT_KEYS}`, { value: target.url }),
    ];
  } catch (error) {
    return [bad(NAME, explainCopyError(error), { value: target.url })];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
