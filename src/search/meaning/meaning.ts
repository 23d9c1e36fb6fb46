import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { sharedBoardIds } from '../../boards/boards';
import type { KnnHit } from './knn-worker';
import { answeringModels, type Model } from './models';
import { nearestMessages } from './neighbours';
import { clearFailure, embeddingState, isPaused, reportFailure } from './state';

const QUERY_TIMEOUT_MS = 1_500;
/**
 * This wait is longer than the wait for a provider, because the model's thread may have to start on a busy
 * machine.
 */
const LOCAL_TIMEOUT_MS = 4_000;
const MAX_CACHED_QUERIES = 500;
const NEIGHBOURS = 40;

/** The caller must leave out messages that the searcher does not see. */
export async function findByMeaning(app: App, searcher: User, text: string): Promise<KnnHit[]> {
  const asked = text.trim();
  if (!asked) return [];
  for (const model of answeringModels(app)) {
    if (!model.dimensions) continue;
    try {
      const vector = await queryVector(app, model, asked);
      if (vector?.length === model.dimensions) return await similarTo(app, searcher, model, vector);
    } catch (error) {
      reportFailure(app, model.embedder, error);
    }
  }
  return [];
}

async function similarTo(app: App, searcher: User, model: Model, vector: Float32Array): Promise<KnnHit[]> {
  const hits = await nearestMessages(app, {
    model: model.id,
    userId: searcher.id,
    boardIds: sharedBoardIds(app, searcher),
    vector,
    limit: NEIGHBOURS,
  });
  const { least, margin } = model.embedder;
  const bound = Math.max(least, (hits[0]?.cosine ?? 0) - margin);
  return hits.filter(({ cosine }) => cosine >= bound);
}

export async function relatedMessages(
  app: App,
  { id: userId }: User,
  messageId: number,
  limit: number,
): Promise<KnnHit[]> {
  for (const model of answeringModels(app)) {
    const found = statements(app.db).findVector.get({ model: model.id, messageId, userId });
    if (!found?.vector) continue;
    const { buffer, byteOffset, byteLength } = found.vector;
    const vector = new Int8Array(buffer, byteOffset, byteLength);
    const hits = await nearestMessages(app, {
      model: model.id,
      userId,
      boardIds: [],
      vector,
      limit: limit + 1,
    });
    return hits
      .filter(({ id, cosine }) => id !== messageId && cosine >= model.embedder.related)
      .slice(0, limit);
  }
  return [];
}

async function queryVector(app: App, { embedder, id }: Model, text: string): Promise<Float32Array | null> {
  const { queryVectors } = embeddingState(app, embedder);
  const cached = queryVectors.get(text);
  if (cached !== undefined) return cached;
  if (isPaused(app, embedder)) return null;
  const timeout = embedder.local ? LOCAL_TIMEOUT_MS : QUERY_TIMEOUT_MS;
  const [vector = null] = await embedder.embed([text], timeout);
  // a provider that answers a query may still refuse batches: its failure stays recorded while messages are
  // queued
  if (!statements(app.db).findQueued.get({ model: id })) clearFailure(app, embedder);
  queryVectors.set(text, vector);
  const [oldest] = queryVectors.keys();
  if (queryVectors.size > MAX_CACHED_QUERIES) queryVectors.delete(oldest!);
  return vector;
}

const statements = prepared((db) => ({
  findQueued: db.$client.prepare<unknown, { model: number }>(
    'select 1 from embedding_queue where model_id = $model limit 1',
  ),
  findVector: db.$client.prepare<
    { vector: Uint8Array<ArrayBuffer> | null },
    { model: number; messageId: number; userId: number }
  >(
    `select vector from embeddings
      where message_id = $messageId and model_id = $model and user_id = $userId`,
  ),
}));
