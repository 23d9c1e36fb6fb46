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

/** An upload that was not imported is deleted after the same time. */
export const IMPORT_KEPT_MS = IMPORT_KEPT_HOURS * 3_600_000;
export const BUSY: State[] = ['looking', 'importing', 'undoing'];

export const setState = (app: App, id: number, state: State, changes: Partial<JobRow> = {}): JobRow =>
  app.db
    .update(imports)
    .set({ ...changes, state })
    .where(eq(imports.id, id))
    .returning()
    .get() as JobRow;

export function endJob(app: App, id: number, state: State, changes: Partial<JobRow> = {}): void {
  setState(app, id, state, { ...changes, endedAt: app.now() });
  deleteFiles(app, id);
}

export const listWork = (app: App): JobRow[] =>
  app.db.select().from(imports).where(inArray(imports.state, BUSY)).orderBy(imports.id).all();

export const findJob = (app: App, id: number): JobRow | null =>
  app.db.select().from(imports).where(eq(imports.id, id)).get() ?? null;

/** Deletes also rows with a time in the future, which exist after the clock was set back. */
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

export const importsFolder = (app: App) => join(resolve(app.config.dataDir), IMPORTS);
export const jobFolder = (app: App, id: number) => join(importsFolder(app), String(id));

/** Waits for the commit, because a rollback would keep the row. */
export const deleteFiles = (app: App, id: number) =>
  afterCommit(app.db, () => rmSync(jobFolder(app, id), { recursive: true, force: true }));
