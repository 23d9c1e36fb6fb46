import { join } from 'node:path';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { toVisibleError } from '../app/errors';
import { IMPORT_MESSAGES_MAX } from '../contract/import-words';
import type { ImportLook, ImportOutcome } from '../contract/imports';
import { remove } from '../messages/messages';
import { findUser } from '../people/users';
import { openGiven } from './bundle';
import { type Import, type ImportOptions, type ImportResult, lookAt, store, toImport } from './import';
import { countStored, findUnedited } from './imported-messages';
import { endJob, findJob, type JobRow, jobFolder, setState } from './job-rows';
import { progressOf } from './jobs';
import { toLook } from './looks';

const LOOK_EVERY_MS = 250;
const UNDO_BATCH = 50;

/** Ends the work on an import because the server stops, or because the person has stopped the import. */
class Interrupted extends Error {}

export async function doNextStep(app: App, job: JobRow): Promise<void> {
  const user = findUser(app, job.userId);
  if (!user) return; // the account was deleted meanwhile, so the import was deleted, too
  try {
    if (job.state === 'undoing') await undo(app, job);
    else await readOrStore(app, job, user);
  } catch (error) {
    if (error instanceof Interrupted) return;
    const visible = toVisibleError(error);
    if (!visible) app.faults.report(error, 'an import failed');
    if (findJob(app, job.id))
      endJob(app, job.id, 'failed', {
        error: visible?.message ?? 'Something went wrong on our side. Try it again.',
        result: job.state === 'importing' ? partialResult(app, job) : null,
      });
  } finally {
    progressOf(app).delete(job.id);
  }
}

async function readOrStore(app: App, job: JobRow, user: User): Promise<void> {
  using opened = await open(app, job);
  const options: ImportOptions = {
    as: user,
    onlyOwn: true,
    groups: job.groups,
    untagged: job.tag ?? undefined,
    max: IMPORT_MESSAGES_MAX,
    importId: job.id,
    progress: watch(app, job),
  };
  if (job.state === 'looking') {
    finishLook(app, job, opened, toLook(opened.format, await lookAt(app, opened, options)));
  } else {
    const groups = job.look?.groups.length ? (job.groups ?? job.look.chosen) : null;
    const result = await store(app, opened, job.look?.notes ?? 0, { ...options, groups });
    endJob(app, job.id, 'done', { result: toOutcome(app, job, result) });
  }
}

function watch(app: App, job: JobRow) {
  let lookedAt = 0;
  return (_step: string, done: number, total: number) => {
    progressOf(app).set(job.id, { done, total });
    if (app.stopping) throw new Interrupted();
    if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    if (findJob(app, job.id)?.state !== job.state) throw new Interrupted();
  };
}

async function open(app: App, job: JobRow): Promise<Import> {
  const folder = jobFolder(app, job.id);
  const files = job.files.map(({ path, bytes }, number) => ({
    path,
    bytes,
    file: join(folder, String(number)),
  }));
  return toImport(await openGiven(job.name, files));
}

/** Starts the import if `startsItself` is set and the person need not choose groups. */
function finishLook(app: App, job: JobRow, { format }: Import, look: ImportLook): void {
  const mustChoose = look.groups.length > 0 && (job.groups ?? look.chosen).length === 0;
  setState(app, job.id, job.startsItself && !mustChoose ? 'importing' : 'looked', {
    look,
    format: format.name,
  });
}

async function undo(app: App, job: JobRow): Promise<void> {
  const total = countStored(app, job.id);
  for (;;) {
    if (app.stopping) throw new Interrupted();
    const ids = findUnedited(app, job.id, UNDO_BATCH);
    if (ids.length === 0) break;
    remove(app, ids);
    progressOf(app).set(job.id, { done: total - countStored(app, job.id), total });
    await new Promise((resolve) => setImmediate(resolve));
  }
  endJob(app, job.id, 'undone');
}

/** Messages that the import stored before a restart count as new, too. */
function toOutcome(
  app: App,
  { id }: JobRow,
  { people: _, boards: __, ...result }: ImportResult,
): ImportOutcome {
  const messages = countStored(app, id);
  return { ...result, messages, known: Math.max(0, result.messages + result.known - messages) };
}

const partialResult = (app: App, job: JobRow): ImportOutcome => ({
  messages: countStored(app, job.id),
  known: 0,
  empty: 0,
  others: 0,
  unreadable: 0,
  reasons: [],
});
