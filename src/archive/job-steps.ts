import { join } from 'node:path';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { toVisibleError } from '../app/errors';
import { IMPORT_MESSAGES_MAX } from '../contract/import-words';
import type { ImportOutcome } from '../contract/imports';
import { remove } from '../messages/messages';
import { CageEnded } from '../outside/cage/cage';
import { findUser } from '../people/users';
import type { GivenFile } from './bundle';
import { createReader, type Look, openForeign, type Reader } from './foreign-files';
import { type ImportOptions, type ImportResult, lookAt, store } from './import';
import { countStored, findUnedited } from './imported-messages';
import { endJob, findJob, type JobRow, jobFolder, setState } from './job-rows';
import { progressOf } from './jobs';

const LOOK_EVERY_MS = 100;
/** After so many ends of the process that reads its files, an import is given up. */
const TRIES = 2;
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
    if (error instanceof CageEnded ? countTry(app, job) < TRIES : isInterrupted(app, error)) return;
    if (findJob(app, job.id))
      endJob(app, job.id, 'failed', {
        error: sentenceOf(app, error),
        result: job.state === 'importing' ? partialResult(app, job) : null,
      });
  } finally {
    progressOf(app).delete(job.id);
  }
}

const isInterrupted = (app: App, error: unknown) => error instanceof Interrupted || app.stopping;

function countTry(app: App, { id }: JobRow): number {
  const job = findJob(app, id);
  return job ? setState(app, id, job.state, { tries: job.tries + 1 }).tries : 0;
}

const GIVEN_UP = {
  memory: 'Reading this file takes more memory than we give it.',
  time: 'Reading this file takes more time than we give it.',
  fault: 'Our reader fails at this file.',
};

function sentenceOf(app: App, error: unknown): string {
  if (error instanceof CageEnded)
    return `${GIVEN_UP[error.reason]} We have tried it twice and give it up. Export it anew, or in parts.`;
  const visible = toVisibleError(error);
  if (!visible) app.faults.report(error, 'an import failed');
  return visible?.message ?? 'Something went wrong on our side. Try it again.';
}

async function readOrStore(app: App, job: JobRow, user: User): Promise<void> {
  const reader = createReader();
  const stopWatching = endWhenStopped(app, job, reader);
  const options: ImportOptions = {
    as: user,
    onlyOwn: true,
    groups: job.groups,
    untagged: job.tag ?? undefined,
    max: IMPORT_MESSAGES_MAX,
    importId: job.id,
    progress: (_step, done, total) => progressOf(app).set(job.id, { done, total }),
  };
  try {
    const opened = await openForeign(reader, { name: job.name, files: filesOf(app, job) });
    if (job.state === 'looking') return finishLook(app, job, await lookAt(app, opened, options));
    const groups = job.look?.groups.length ? (job.groups ?? job.look.chosen) : null;
    const result = await store(app, opened, job.look?.notes ?? 0, { ...options, groups });
    endJob(app, job.id, 'done', { result: toOutcome(app, job, result) });
  } finally {
    stopWatching();
    reader.end(new Interrupted());
  }
}

function endWhenStopped(app: App, job: JobRow, reader: Reader): () => void {
  const timer = setInterval(() => {
    if (app.stopping || findJob(app, job.id)?.state !== job.state) reader.end(new Interrupted());
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

const filesOf = (app: App, { id, files }: JobRow): GivenFile[] =>
  files.map(({ path, bytes }, number) => ({ path, bytes, file: join(jobFolder(app, id), String(number)) }));

/** Starts the import if `startsItself` is set and the person need not choose groups. */
function finishLook(app: App, job: JobRow, { format, ...look }: Look): void {
  const mustChoose = look.groups.length > 0 && (job.groups ?? look.chosen).length === 0;
  setState(app, job.id, job.startsItself && !mustChoose ? 'importing' : 'looked', {
    look,
    format,
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
