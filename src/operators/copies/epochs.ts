import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../app/config/config';
import { parseTarget, type Target } from '../../app/config/replica';
import { DATABASE, EPOCH, RESTORED_AT, TAKEN_OVER } from '../../app/data-folder/data-folder';
import { waitForLock } from '../../app/data-folder/lock';
import { finishSwap } from '../../app/data-folder/swap';
import { ConfigError } from '../../app/errors';
import { deleteOldBeside, listBeside, readBeside, writeBeside } from '../../outside/litestream/client';
import { NO_COPY } from '../../outside/litestream/errors';
import { restoreFrom } from '../backup/restore';
import { copyOf } from './restore-copy';

/** Beside the copy of an epoch whose owner has copied everything and stopped. */
const HANDED_OVER = 'handed-over';
const DAY_MS = 24 * 3_600_000;

/** Each owner copies to a folder of its own, so that a former one that is slow to end harms nothing. */
export const epochTarget = ({ url }: Target, epoch: number): Target => parseTarget(`${url}/epoch-${epoch}`)!;

/** Newest first. */
async function listEpochs({ target, s3 }: Config['replica']): Promise<number[]> {
  const names = await listBeside(target!, s3, 'epoch-');
  return names
    .map((name) => Number(/^epoch-(\d+)$/.exec(name)?.[1]))
    .filter((epoch) => epoch > 0)
    .sort((one, other) => other - one);
}

/** Where the newest copy is. */
export async function newestTarget({ replica, cell }: Config): Promise<Target | null> {
  if (!replica.target || !cell.lease) return replica.target;
  const [newest] = await listEpochs(replica);
  return newest ? epochTarget(replica.target, newest) : replica.target;
}

export type Prepared = { from: 'here' | 'nothing' | number; isClean: boolean } | { mustExceed: number };

/** Makes the database in the folder the newest that there is, for the owner of this epoch. */
export async function prepareEpoch(config: Config, epoch: number): Promise<Prepared> {
  const { dataDir, replica } = config;
  const own = readEpoch(dataDir);
  const hasData = existsSync(join(dataDir, DATABASE));
  const wasOwner = hasData && own > 0 && own === epoch - 1;
  const epochs = wasOwner ? [] : await listEpochs(replica);
  const [newest = 0] = epochs;
  if (newest >= epoch) return { mustExceed: newest }; // whoever gives the leases has forgotten
  await finishInterrupted(dataDir);
  const isChosen = existsSync(join(dataDir, RESTORED_AT)); // an operator has restored it
  if (hasData && own === 0 && newest > 0 && !isChosen)
    throw new ConfigError(
      `DATA_DIR ${dataDir} has data that are not of this cell, whose newest copy is ${epochTarget(replica.target!, newest).url}. Move one of them away.`,
    );
  let from: 'here' | 'nothing' | number = 'here';
  let isClean = wasOwner || (newest === 0 && epoch === 1);
  if (!hasData || (own < newest && !isChosen)) {
    const restored = await restoreNewest(config, epoch, epochs);
    if (restored === null && !hasData && epoch > 1)
      throw new ConfigError(
        `There is no copy in ${replica.target!.url}, though this cell has had an owner. Start the machine that has the data.`,
      );
    from = restored?.epoch ?? (hasData ? 'here' : 'nothing');
    isClean ||= restored?.isClean ?? false;
  }
  if (from === 'here' && !isClean) writeFileSync(join(dataDir, TAKEN_OVER), '', { flush: true });
  writeFileSync(join(dataDir, EPOCH), `${epoch}\n`, { flush: true });
  return { from, isClean };
}

async function restoreNewest(config: Config, epoch: number, epochs: number[]) {
  const { dataDir, replica } = config;
  for (const copied of epochs) {
    const target = epochTarget(replica.target!, copied);
    // its owner wrote this last, so it is asked for first
    const isClean =
      copied === epoch - 1 && (await readBeside(target, replica.s3, HANDED_OVER).catch(() => null)) !== null;
    try {
      await restoreFrom(dataDir, copyOf(config, { target, at: null }), { takeover: { epoch, isClean } });
    } catch (error) {
      if (String(error).includes(NO_COPY)) continue; // its owner ended before the first copy was whole
      throw error;
    }
    for (const name of readdirSync(dataDir))
      if (/^before-restore-epoch-\d+$/.test(name) && name !== `before-restore-epoch-${epoch}`)
        rmSync(join(dataDir, name), { recursive: true });
    return { epoch: copied, isClean };
  }
  return null;
}

async function finishInterrupted(dataDir: string): Promise<void> {
  using lock = await waitForLock(dataDir);
  if (!lock) throw new ConfigError(`DATA_DIR ${dataDir} is being served by another process.`);
  finishSwap(dataDir);
}

function readEpoch(dataDir: string): number {
  const file = join(dataDir, EPOCH);
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0;
}

/** Says that the copy of this epoch has everything, and that nothing was done since. */
export const noteHandover = ({ replica }: Config, epoch: number): Promise<void> =>
  writeBeside(epochTarget(replica.target!, epoch), replica.s3, HANDED_OVER, new Uint8Array([10]));

/** Litestream forgets the past of its own epoch only. */
export async function deleteOldEpochs({ replica }: Config, epoch: number, now: number): Promise<void> {
  const before = now - (replica.days + 1) * DAY_MS;
  const epochs = await listEpochs(replica);
  if (!epochs.includes(epoch)) return; // the newest copy may be an old one
  for (const old of epochs)
    if (old < epoch) await deleteOldBeside(replica.target!, replica.s3, `epoch-${old}`, before);
}
