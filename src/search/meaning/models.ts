import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import type { Embedder } from '../../app/embedder';

export type Model = ModelRow & { embedder: Embedder };
type ModelRow = {
  id: number;
  name: string;
  /** Length of the vectors; 0 before the first embedding. */
  dimensions: number;
  /** Messages with an id below this are not queued yet. */
  queuedBelow: number;
  complete: number;
};

const QUEUE_STEP = 2_000;
const DELETE_STEP = 500;

export function modelsOf(app: App): Model[] {
  const rows = statements(app.db).findModels.all();
  return app.embedders.flatMap((embedder) => {
    const row = rows.find(({ name }) => name === embedder.model);
    return row ? [{ ...row, embedder }] : [];
  });
}

export const answeringModels = (app: App): Model[] =>
  modelsOf(app).filter(({ complete, embedder }) => complete || embedder === app.embedders.at(-1));

export function adoptModels(app: App): void {
  const { findModels, insertModel, removeModel, clearQueue } = statements(app.db);
  const rows = findModels.all();
  const added = app.embedders.filter(({ model }) => !rows.some(({ name }) => name === model));
  const removed = rows.filter(({ name }) => !app.embedders.some(({ model }) => model === name));
  if (added.length === 0 && removed.length === 0) return;
  transaction(app.db, () => {
    for (const { model } of added) insertModel.run({ name: model });
    for (const { id } of removed) {
      removeModel.run({ id });
      clearQueue.run({ id });
    }
  });
}

export async function deleteRemovedModels(app: App): Promise<void> {
  const { findRemoved, deleteModel } = statements(app.db);
  for (const { id } of findRemoved.all()) {
    while (!app.stopping && transaction(app.db, () => deleteSome(app, id)) > 0) await nextTurn();
    if (!app.stopping) deleteModel.run({ id });
  }
}

const deleteSome = (app: App, id: number): number =>
  statements(app.db).deleteEmbeddings.run({ id, limit: DELETE_STEP }).changes;

export async function queueOlder(app: App, { id, queuedBelow }: Model): Promise<void> {
  const { queueMissing, setQueuedBelow } = statements(app.db);
  for (let below = queuedBelow; below > 1 && !app.stopping; ) {
    const from = Math.max(1, below - QUEUE_STEP);
    transaction(app.db, () => {
      queueMissing.run({ id, from, below });
      setQueuedBelow.run({ id, below: from });
    });
    below = from;
    await nextTurn();
  }
}

export function queueAllAgain(app: App, { id }: Model): void {
  statements(app.db).queueAll.run({ id });
}

/** If the stored vectors have another length, the new vectors cannot be compared with the stored ones. */
export function adoptDimensions(app: App, { id, dimensions }: Model, length: number): boolean {
  if (dimensions === length) return true;
  const { setDimensions, retireModel } = statements(app.db);
  if (dimensions === 0) {
    setDimensions.run({ id, dimensions: length });
    return true;
  }
  transaction(app.db, () => {
    retireModel.run({ id });
    adoptModels(app);
  });
  return false;
}

export function markComplete(app: App, { id, complete }: Model): void {
  if (!complete) statements(app.db).setComplete.run({ id });
}

const statements = prepared((db) => ({
  findModels: db.$client.prepare<ModelRow, []>(
    `select id, name, dimensions, queued_below as queuedBelow, complete from embedding_models
      where removed = 0`,
  ),
  // a model that is configured again keeps those of its embeddings that are not deleted yet
  insertModel: db.$client.prepare<void, { name: string }>(
    `insert into embedding_models (name, queued_below)
       values ($name, (select coalesce(max(id), 0) + 1 from messages))
       on conflict (name) do update set removed = 0, complete = 0, queued_below = excluded.queued_below`,
  ),
  removeModel: db.$client.prepare<void, { id: number }>(
    'update embedding_models set removed = 1 where id = $id',
  ),
  retireModel: db.$client.prepare<void, { id: number }>(
    `update embedding_models set removed = 1, name = name || ' (' || dimensions || ')' where id = $id`,
  ),
  clearQueue: db.$client.prepare<void, { id: number }>('delete from embedding_queue where model_id = $id'),
  findRemoved: db.$client.prepare<{ id: number }, []>('select id from embedding_models where removed = 1'),
  deleteEmbeddings: db.$client.prepare<void, { id: number; limit: number }>(
    `delete from embeddings where id in (select id from embeddings where model_id = $id limit +$limit)`,
  ),
  deleteModel: db.$client.prepare<void, { id: number }>('delete from embedding_models where id = $id'),
  queueMissing: db.$client.prepare<void, { id: number; from: number; below: number }>(
    `insert or ignore into embedding_queue (model_id, message_id) select $id, m.id from messages m
      where m.id >= $from and m.id < $below
        and not exists (select 1 from embeddings where message_id = m.id and model_id = $id)`,
  ),
  setQueuedBelow: db.$client.prepare<void, { id: number; below: number }>(
    'update embedding_models set queued_below = $below where id = $id',
  ),
  queueAll: db.$client.prepare<void, { id: number }>(
    `update embedding_models set queued_below = (select coalesce(max(id), 0) + 1 from messages)
      where id = $id`,
  ),
  setDimensions: db.$client.prepare<void, { id: number; dimensions: number }>(
    'update embedding_models set dimensions = $dimensions where id = $id',
  ),
  setComplete: db.$client.prepare<void, { id: number }>(
    'update embedding_models set complete = 1 where id = $id',
  ),
}));
