import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app';
import { embeddingState } from './provider';

/**
 * The model that made the stored embeddings, and the length of its vectors. The length is 0 until the first
 * embedding is stored.
 */
export type EmbeddingSource = { model: string; dimensions: number };

/** Returns the source of the stored embeddings, or null if none is recorded. */
export const embeddingSource = (app: App): EmbeddingSource | null => statements(app.db).findSource.get();

/**
 * Makes the configured model the source of all embeddings. `dimensions` is the length of its vectors, or 0 if
 * that is not known yet. Embeddings of another model or length cannot be compared with new ones: they are
 * deleted, and all messages are queued again. Without a provider, deletes all embeddings and empties the
 * queue.
 */
export function adoptModel(app: App, dimensions = 0): void {
  const source = embeddingSource(app);
  const model = app.embedder?.model;
  if (source?.model === model && (dimensions === 0 || source?.dimensions === dimensions)) return;
  const { findEmbedding, deleteEmbeddings, deleteSource, insertSource, clearQueue, queueEverything } =
    statements(app.db);
  transaction(app.db, () => {
    const mustRenew = source !== null && model !== undefined && findEmbedding.get() !== null;
    if (source?.model !== model || source?.dimensions) deleteEmbeddings.run();
    deleteSource.run();
    if (model === undefined) clearQueue.run();
    else insertSource.run({ model, dimensions });
    if (mustRenew) queueEverything.run();
  });
  embeddingState(app).queryVectors.clear();
}

const statements = prepared((db) => ({
  findSource: db.$client.prepare<EmbeddingSource, []>('select model, dimensions from embedding_source'),
  insertSource: db.$client.prepare<void, { model: string; dimensions: number }>(
    'insert into embedding_source (model, dimensions) values ($model, $dimensions)',
  ),
  deleteSource: db.$client.prepare<void, []>('delete from embedding_source'),
  findEmbedding: db.$client.prepare<unknown, []>('select 1 from embeddings limit 1'),
  deleteEmbeddings: db.$client.prepare<void, []>('delete from embeddings'),
  queueEverything: db.$client.prepare<void, []>(
    'insert or ignore into embedding_queue (message_id) select id from messages',
  ),
  clearQueue: db.$client.prepare<void, []>('delete from embedding_queue'),
}));
