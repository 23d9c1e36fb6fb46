import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app';
import { withoutHashtags } from '../../contract/hashtags';
import { EmbeddingError } from '../../outside/huggingface';
import { adoptModel } from './model';
import { clearFailure, type EmbeddingState, embeddingState, reportFailure } from './provider';

/** Maximum number of messages in one request to the provider. */
const BATCH = 32;
/** Characters of a message that are embedded, from its start. Models read only a few hundred words. */
const TEXT_MAX = 2_000;
const BATCH_TIMEOUT_MS = 30_000;

/**
 * Embeds the queued messages until none is left, the provider fails or the server stops. If this is already
 * under way, returns the promise of the current run.
 */
export function runEmbedding(app: App): Promise<void> {
  const state = embeddingState(app);
  state.run ??= embedQueue(app, state).finally(() => {
    state.run = null;
  });
  return state.run;
}

async function embedQueue(app: App, state: EmbeddingState): Promise<void> {
  try {
    while (!state.stopped) {
      const batch = statements(app.db).findBatch.all({ limit: BATCH });
      if (batch.length === 0) break;
      await embedBatch(app, state, batch);
      clearFailure(app);
    }
  } catch (error) {
    reportFailure(app, error);
  }
}

async function embedBatch(app: App, state: EmbeddingState, batch: QueuedMessage[]): Promise<void> {
  // without hashtags, because a private tag of the sender must not change what other people find
  const texts = batch.map(({ content }) => withoutHashtags(content).slice(0, TEXT_MAX));
  const withText = batch.filter((_, at) => texts[at]);
  try {
    const vectors =
      withText.length > 0 ? await app.embedder!.embed(texts.filter(Boolean), BATCH_TIMEOUT_MS) : [];
    if (state.stopped) return;
    store(
      app,
      batch,
      withText.map((message, at) => ({ ...message, vector: vectors[at]! })),
    );
    state.processed += batch.length;
  } catch (error) {
    if (!(error instanceof EmbeddingError && error.textRefused)) throw error;
    if (batch.length > 1) for (const message of batch) await embedBatch(app, state, [message]);
    else {
      state.errors += 1;
      store(app, batch, []); // dequeues it; it is tried again when an operator embeds all messages
    }
  }
}

/** Stores the embeddings and dequeues the batch, except for messages that have been edited meanwhile. */
function store(
  app: App,
  batch: QueuedMessage[],
  embedded: (QueuedMessage & { vector: Float32Array })[],
): void {
  const [first] = embedded;
  if (first) {
    const state = embeddingState(app);
    // otherwise a provider that alternates between two vector lengths would cause endless embedding
    if (state.dimensions && state.dimensions !== first.vector.length)
      throw new EmbeddingError('The embedding provider answers vectors of another length than before.');
    state.dimensions = first.vector.length;
    adoptModel(app, state.dimensions);
  }
  const { dequeue, putEmbedding } = statements(app.db);
  transaction(app.db, () => {
    for (const { id, content } of batch) dequeue.run({ id, content });
    for (const { id, content, vector } of embedded)
      putEmbedding.run({ id, content, vector: new Uint8Array(vector.buffer) });
  });
}

type QueuedMessage = { id: number; content: string };

const statements = prepared((db) => ({
  findBatch: db.$client.prepare<QueuedMessage, { limit: number }>(
    `select m.id, m.content from embedding_queue q join messages m on m.id = q.message_id
      order by q.message_id desc limit $limit`,
  ),
  dequeue: db.$client.prepare<void, QueuedMessage>(
    `delete from embedding_queue
      where message_id = $id and (select content from messages where id = $id) = $content`,
  ),
  putEmbedding: db.$client.prepare<void, QueuedMessage & { vector: Uint8Array }>(
    `insert or replace into embeddings (message_id, user_id, vector)
       select id, sender_id, $vector from messages where id = $id and content = $content`,
  ),
}));
