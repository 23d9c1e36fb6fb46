import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { and, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm';
import { afterCommit } from '../../db/open';
import { imports } from '../../db/schema';
import type { App } from '../app/app';
import { SMALL_STEP_MS } from '../app/clock';
import { IMPORTS } from '../app/data-folder/data-folder';
import { IMPORT_KEPT_HOURS } from '../contract/import-words';

export type JobRow = typeof imports.$inferSelect;
export type State = JobRow['state'];

/**
 * Milliseconds after which an import can no longer be taken back. An upload that was not imported is deleted
 * after the same time.
 */
export const IMPORT_KEPT_MS = IMPORT_KEPT_HOURS * 3_600_000;
/** States in which the server works on an import. */
export const BUSY: State[] = ['looking', 'importing', 'undoing'];

/** Changes the state of an import, and returns its row. */
export const setState = (app: App, id: number, state: State, changes: Partial<JobRow> = {}): JobRow =>
  app.db
    .update(imports)
    .set({ ...changes, state })
    .where(eq(imports.id, id))
    .returning()
    .get() as JobRow;

/** Ends an import and deletes its upload. */
export function endJob(app: App, id: number, state: State, changes: Partial<JobRow> = {}): void {
  setState(app, id, state, { ...changes, endedAt: app.now() });
  deleteFiles(app, id);
}

/** Returns the imports that the server has to work on, the oldest first. */
export const listWork = (app: App): JobRow[] =>
  app.db.select().from(imports).where(inArray(imports.state, BUSY)).orderBy(imports.id).all();

/** Returns an import, or null if it was removed. */
export const findJob = (app: App, id: number): JobRow | null =>
  app.db.select().from(imports).where(eq(imports.id, id)).get() ?? null;

/**
 * Deletes the rows of imports that ended more than IMPORT_KEPT_MS ago, or were created more than
 * IMPORT_KEPT_MS ago and never started. Also deletes rows with a time in the future, which exist after the
 * clock was set back. Also deletes each upload folder whose import has ended or has no row.
 */
export function forgetOldImports(app: App): void {
  const datedAt = sql`coalesce(${imports.endedAt}, ${imports.createdAt})`;
  const isOutside = or(lt(datedAt, app.now() - IMPORT_KEPT_MS), gt(datedAt, app.now() + SMALL_STEP_MS));
  app.db
    .delete(imports)
    .where(and(notInArray(imports.state, BUSY), isOutside))
    .run();
  const folder = importsFolder(app);
  const kept = app.db
    .select({ id: imports.id })
    .from(imports)
    .where(notInArray(imports.state, ['done', 'failed', 'undone']))
    .all();
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!kept.some(({ id }) => String(id) === name))
      rmSync(join(folder, name), { recursive: true, force: true });
}

/** Returns the folder that contains the upload folders of all imports. */
export const importsFolder = (app: App) => join(resolve(app.config.dataDir), IMPORTS);
/**
 * Returns the folder with the uploaded files of an import. Each file is named by its index in the column
 * `files`.
 */
export const jobFolder = (app: App, id: number) => join(importsFolder(app), String(id));

/** Deletes the uploaded files of an import. Waits for the commit, because a rollback would keep the row. */
export const deleteFiles = (app: App, id: number) =>
  afterCommit(app.db, () => rmSync(jobFolder(app, id), { recursive: true, force: true }));
