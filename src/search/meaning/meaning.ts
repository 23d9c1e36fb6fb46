import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app';
import { embeddingSource } from './model';
import { nearestMessages } from './neighbours';
import { clearFailure, embeddingState, isPaused, reportFailure } from './provider';

/** A search waits at most this long for the embedding of its query. */
const QUERY_TIMEOUT_MS = 1_500;
const MAX_CACHED_QUERIES = 500;
const NEIGHBOURS = 40;
/**
 * A neighbour is left out if its cosine similarity is lower than that of the best neighbour by more than
 * this.
 */
const SIMILARITY_MARGIN = 0.2;
const MIN_SIMILARITY = 0.2;

/**
 * Returns the ids of messages that are similar in meaning to a text, most similar first. The caller must
 * leave out messages that the searcher does not see. Returns an empty list for a blank text, without an
 * embedding provider, before the first embedding is stored, and if the search fails. While the provider is
 * paused after a failure, only a text whose embedding is cached gives results.
 */
export async function findByMeaning(app: App, searcher: User, text: string): Promise<number[]> {
  const source = embeddingSource(app);
  if (!app.embedder || !source?.dimensions || !text.trim()) return [];
  try {
    const vector = await queryVector(app, text.trim());
    if (vector?.length !== source.dimensions) return [];
    const boardIds = statements(app.db)
      .findSharedBoards.all({ searcher: searcher.id })
      .map(({ id }) => id);
    const hits = await nearestMessages(app, source, {
      userId: searcher.id,
      boardIds,
      vector,
      limit: NEIGHBOURS,
    });
    const cosine = (distance: number) => 1 - distance ** 2 / 2; // both vectors have length 1
    const best = cosine(hits[0]?.distance ?? 2);
    return hits
      .filter(({ distance }) => cosine(distance) >= Math.max(best - SIMILARITY_MARGIN, MIN_SIMILARITY))
      .map(({ id }) => id);
  } catch (error) {
    reportFailure(app, error);
    return [];
  }
}

async function queryVector(app: App, text: string): Promise<Float32Array | null> {
  const { queryVectors } = embeddingState(app);
  const cached = queryVectors.get(text);
  if (cached) return cached;
  if (isPaused(app)) return null;
  const [vector] = await app.embedder!.embed([text], QUERY_TIMEOUT_MS);
  // a provider that answers a query may still refuse batches, so its failure is kept while messages are
  // queued
  if (!statements(app.db).findQueued.get()) clearFailure(app);
  queryVectors.set(text, vector!);
  const [oldest] = queryVectors.keys();
  if (queryVectors.size > MAX_CACHED_QUERIES) queryVectors.delete(oldest!);
  return vector!;
}

const statements = prepared((db) => ({
  findSharedBoards: db.$client.prepare<{ id: number }, { searcher: number }>(
    `select b.id from memberships v join boards b on b.id = v.board_id
      where v.user_id = $searcher and b.shared = 1`,
  ),
  findQueued: db.$client.prepare<unknown, []>('select 1 from embedding_queue limit 1'),
}));
