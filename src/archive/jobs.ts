import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { transaction } from '../../db/open';
import { imports, type User } from '../../db/schema';
import { type App, perApp } from '../app/app';
import { isAhead } from '../app/clock';
import { notFound, VisibleError } from '../app/errors';
import type { ImportJob, ImportList } from '../contract/imports';
import { type Done, succeeded } from '../contract/text';
import { countStored } from './imported-messages';
import {
  BUSY,
  deleteFiles,
  endJob,
  findJob,
  IMPORT_KEPT_MS,
  importsFolder,
  type JobRow,
  jobFolder,
  setState,
} from './job-rows';

/** Each import is a row in the database, so that it continues after a restart. */

const LISTED = 10;

/** `total` is 0 while it is not known. */
export const progressOf = perApp(() => new Map<number, { done: number; total: number }>());

export type NewJob = Pick<JobRow, 'name' | 'files' | 'startsItself' | 'groups' | 'tag'>;

export function createJob(app: App, user: User, job: NewJob, uploaded: string): JobRow {
  refuseIfBusy(app, user);
  return transaction(app.db, () => {
    const waiting = app.db
      .delete(imports)
      .where(and(eq(imports.userId, user.id), eq(imports.state, 'looked')))
      .returning({ id: imports.id })
      .all();
    for (const { id } of waiting) deleteFiles(app, id);
    const row = app.db
      .insert(imports)
      .values({ ...job, userId: user.id, state: 'looking', createdAt: app.now() })
      .returning()
      .get();
    mkdirSync(importsFolder(app), { recursive: true });
    rmSync(jobFolder(app, row.id), { recursive: true, force: true }); // it may remain from an earlier database
    renameSync(uploaded, jobFolder(app, row.id));
    return row;
  });
}

export function refuseIfBusy(app: App, user: User): void {
  const busy = app.db
    .select({ id: imports.id })
    .from(imports)
    .where(and(eq(imports.userId, user.id), inArray(imports.state, BUSY)))
    .get();
  if (busy)
    throw new VisibleError('import_running', 'Another import of yours is running. Wait until it has ended.');
}

export async function listJobs(app: App, user: User): Promise<ImportList> {
  const { FORMATS } = await import('./formats/formats');
  return {
    imports: app.db
      .select()
      .from(imports)
      .where(eq(imports.userId, user.id))
      .orderBy(desc(imports.id))
      .all()
      .filter((row, at) => at < LISTED || undoUntil(app, row) !== null)
      .map((row) => toJob(app, row)),
    formats: FORMATS.map(({ name, takes }) => ({ name, takes })),
  };
}

export const getJob = (app: App, user: User, id: number): ImportJob => toJob(app, requireJob(app, user, id));

export function startJob(
  app: App,
  user: User,
  { id, groups, tag }: { id: number; groups?: string[]; tag?: string },
): ImportJob {
  return transaction(app.db, () => {
    const job = requireJob(app, user, id);
    if (job.state === 'importing') return toJob(app, job);
    if (job.state !== 'looked')
      throw new VisibleError('import_not_startable', 'This import cannot be started any more.');
    const mustChoose = (job.look?.groups.length ?? 0) > 0;
    if (mustChoose && (groups ?? job.look?.chosen ?? []).length === 0)
      throw new VisibleError('import_groups_missing', 'Choose what to import.');
    const started = setState(app, id, 'importing', { groups: groups ?? null, tag: tag || job.tag });
    app.wakeImports();
    return toJob(app, started);
  });
}

/** In the background, the messages that the import stored are deleted, unless they were edited since. */
export function undoJob(app: App, user: User, id: number): ImportJob {
  return transaction(app.db, () => {
    const job = requireJob(app, user, id);
    if (job.state === 'undoing' || job.state === 'undone') return toJob(app, job);
    if (undoUntil(app, job) === null)
      throw new VisibleError('import_undo_too_late', 'It is too late to take this import back.');
    const undoing = setState(app, id, 'undoing');
    app.wakeImports();
    return toJob(app, undoing);
  });
}

/** The messages that it has stored stay until the import is taken back. */
export function removeJob(app: App, user: User, id: number): Done {
  return transaction(app.db, () => {
    const { state } = requireJob(app, user, id);
    if (state === 'undoing')
      throw new VisibleError('import_being_undone', 'This import is being taken back.');
    if (state === 'importing') {
      endJob(app, id, 'failed', { error: 'You stopped this import.' });
      return succeeded('The import is stopped.');
    }
    app.db.delete(imports).where(eq(imports.id, id)).run();
    deleteFiles(app, id);
    return succeeded('The import is removed.');
  });
}

function requireJob(app: App, user: User, id: number): JobRow {
  const job = findJob(app, id);
  if (job?.userId !== user.id) throw notFound('Import');
  return job;
}

function undoUntil(app: App, { id, state, endedAt }: JobRow): number | null {
  if ((state !== 'done' && state !== 'failed') || endedAt === null) return null;
  const until = endedAt + IMPORT_KEPT_MS;
  return isAhead(app, until, IMPORT_KEPT_MS) && countStored(app, id) > 0 ? until : null;
}

export function toJob(app: App, job: JobRow): ImportJob {
  const { id, name, state, format, look, result, error, createdAt } = job;
  const until = undoUntil(app, job);
  return {
    id,
    name,
    state,
    format,
    ...(progressOf(app).get(id) ?? { done: 0, total: 0 }),
    look,
    result,
    error,
    createdAt: new Date(createdAt).toISOString(),
    undoUntil: until === null ? null : new Date(until).toISOString(),
  };
}
