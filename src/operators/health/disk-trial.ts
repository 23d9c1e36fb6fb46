import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type App, perApp } from '../../app/app';
import { MEDIA } from '../../app/data-folder/data-folder';
import { diskErrorOf } from '../../app/disk-errors';
import { answersInTime, onDisk } from '../../app/durable';
import type { Fault } from '../../app/faults';

/** A trial that hangs is not repeated: each would take a thread. */
const EVERY_MS = 2_000;
const ANSWERS_WITHIN_MS = 4_000;

type Trial = { at: number; underway: Promise<void> | null; failure: unknown; lastFault: Fault | null };

const newTrial = (): Trial => ({ at: -Infinity, underway: null, failure: null, lastFault: null });

/** What came of the last trial: null, or the error. */
export const diskTrials = perApp(() => ({ log: newTrial(), media: newTrial() }));

/** Stores something as a commit and as a photo are stored, apart from the thread that answers requests. */
export async function tryDisk(app: App): Promise<void> {
  const { log, media } = diskTrials(app);
  await Promise.all([
    run(app, log, () => onDisk(app, { always: true })),
    run(app, media, () => writeFile(join(app.config.dataDir, MEDIA))),
  ]);
}

async function run(app: App, trial: Trial, act: () => Promise<void>): Promise<void> {
  const { last } = app.faults;
  const isDoubted = last !== null && last !== trial.lastFault && diskErrorOf(last.error) !== null;
  if (!isDoubted && performance.now() - trial.at < EVERY_MS) return;
  trial.lastFault = last;
  const note = (failure: unknown) => Object.assign(trial, { failure, at: performance.now() });
  trial.underway ??= act()
    .then(
      () => note(null),
      (error) => note(error),
    )
    .then(() => {
      trial.underway = null;
    });
  await answersInTime(trial.underway, ANSWERS_WITHIN_MS).catch(note);
}

async function writeFile(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'trial.part');
  try {
    await using handle = await open(file, 'w');
    await handle.write('trial');
    await handle.datasync();
  } finally {
    await rm(file, { force: true });
  }
}
