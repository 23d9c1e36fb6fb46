import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../errors';
import { giveToOwnerOf } from './owner';

export const RESTORING = 'restoring';
/** These files must still be moved into DATA_DIR. */
const RESTORED = 'restored';
const PLAN = 'plan.json';

const plan = z.object({
  file: z.string(),
  bytes: z.number(),
  createdAt: z.string().nullable(),
  kept: z.string(),
  previous: z.array(z.string()),
  restored: z.array(z.string()),
});

/** They are written to a file before the first move, so that the restore can be finished if it is killed. */
export type Plan = z.infer<typeof plan>;

export function planSwap(dataDir: string, moves: Omit<Plan, 'restored'>): void {
  const restoring = join(dataDir, RESTORING);
  const written: Plan = { ...moves, restored: readdirSync(restoring).sort() };
  writeFileSync(join(restoring, PLAN), JSON.stringify(written), { flush: true });
  giveToOwnerOf(dataDir, [restoring]);
  syncFolder(restoring);
  rmSync(join(dataDir, RESTORED), { recursive: true, force: true });
  renameSync(restoring, join(dataDir, RESTORED));
  syncFolder(dataDir);
}

/** Continues where a killed process stopped. */
export function finishSwap(dataDir: string): Plan | null {
  const moves = readPlan(dataDir);
  if (!moves) return null;
  const [restored, kept] = [join(dataDir, RESTORED), join(dataDir, moves.kept)];
  try {
    if (moves.previous.length > 0 && !existsSync(kept)) {
      mkdirSync(kept);
      giveToOwnerOf(dataDir, [kept]);
    }
    for (const name of stillPrevious(dataDir, moves)) renameSync(join(dataDir, name), join(kept, name));
    for (const name of moves.restored)
      if (existsSync(join(restored, name))) renameSync(join(restored, name), join(dataDir, name));
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}. ${describe(dataDir, moves)}`);
  }
  syncFolder(dataDir);
  rmSync(restored, { recursive: true });
  syncFolder(dataDir);
  return moves;
}

export function refuseUnfinishedSwap(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORED))) return;
  const moves = readPlan(dataDir);
  throw new ConfigError(
    moves
      ? describe(dataDir, moves)
      : `A restore into ${resolve(dataDir)} was interrupted. Run the same restore again.`,
  );
}

function describe(dataDir: string, moves: Plan): string {
  const folder = resolve(dataDir);
  const restored = join(folder, RESTORED);
  const kept = join(folder, moves.kept);
  const waiting = moves.restored.filter((name) => existsSync(join(restored, name)));
  const out = moves.previous.filter((name) => existsSync(join(kept, name)));
  const here = [
    ...stillPrevious(dataDir, moves).map((name) => `the previous ${name}`),
    ...moves.restored.filter((name) => !waiting.includes(name)).map((name) => `the restored ${name}`),
  ];
  const places = [
    ...(waiting.length > 0 ? [`${restored} has the restored ${waiting.join(', ')}`] : []),
    ...(out.length > 0 ? [`${kept} has the previous ${out.join(', ')}`] : []),
    ...(here.length > 0 ? [`${folder} has ${here.join(', ')}`] : []),
  ];
  return `The restore of ${moves.file} into ${folder} was interrupted while it moved files. Nothing is lost: ${places.join('; ')}. Run the same restore again to finish it.`;
}

/**
 * If a name is already in the folder for the previous data, then the same name in DATA_DIR belongs to the
 * restored data.
 */
const stillPrevious = (dataDir: string, { previous, kept }: Plan): string[] =>
  previous.filter((name) => !existsSync(join(dataDir, kept, name)) && existsSync(join(dataDir, name)));

function readPlan(dataDir: string): Plan | null {
  try {
    return plan.parse(JSON.parse(readFileSync(join(dataDir, RESTORED, PLAN), 'utf8')));
  } catch {
    return null; // no restore is unfinished, or there is no readable list, because older versions wrote none
  }
}

/** Flushes a folder to the disk, because a power cut could otherwise undo a rename. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {}
}
