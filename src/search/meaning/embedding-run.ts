import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app/app';
import { EmbeddingError } from '../../app/embedder';
import { withoutHashtags } from '../../contract/hashtags';
import { adoptDimensions, type Model, markComplete } from './models';
import { clearFailure, type EmbeddingState, embeddingState, reportFailure } from './state';
import { signBits, toInt8 } from './vectors';

/** Models read only a few hundred words. */
const TEXT_MAX = 2_000;
const BATCH_TIMEOUT_MS = 30_000;

export function runEmbedding(app: App, model: Model): Promise<void> {
  const state = embeddingState(app, model.embedder);
  state.run ??= embedQueue(app, model, state).finally(() => {
    state.run = null;
  });
  return state.run;
}

async function embedQueue(app: App, model: Model, state: EmbeddingState): Promise<void> {
  const { batch: limit, local } = model.embedder;
  try {
    while (!app.stopping) {
      const start = performance.now();
      const batch = statements(app.db).findBatch.all({ model: model.id, limit });
      if (batch.length === 0) return markComplete(app, model);
      if (!(await embedBatch(app, model, state, batch))) return;
      clearFailure(app, model.embedder);
      // waits as long as the batch took, so that a long queue takes at most half of one processor
      if (local && batch.length === limit) await Bun.sleep(performance.now() - start);
    }
  } catch (error) {
    reportFailure(app, model.embedder, error);
  }
}

async function embedBatch(
  app: App,
  model: Model,
  state: EmbeddingState,
  batch: QueuedMessage[],
): Promise<boolean> {
  // hashtags are left out, because a private tag of the sender must not change what other people find
  const texts = batch.map(({ content }) => withoutHashtags(content).slice(0, TEXT_MAX));
  try {
    const asked = texts.filter(Boolean);
    const vectors = asked.length > 0 ? await model.embedder.embed(asked, BATCH_TIMEOUT_MS) : [];
    if (app.stopping) return false;
    const found = texts.map((text) => (text ? vectors.shift()! : null));
    return store(
      app,
      model,
      state,
      batch.map((message, at) => ({ ...message, vector: found[at]! })),
    );
  } catch (error) {
    if (!(error instanceof EmbeddingError && error.textRefused)) throw error;
    if (batch.length > 1) {
      for (const message of batch) if (!(await embedBatch(app, model, state, [message]))) return false;
    } else {
      state.errors += 1;
      for (const message of batch) statements(app.db).dequeue.run({ ...message, model: model.id });
    }
    return true;
  }
}

/** Stores the embeddings and dequeues the batch, except for messages that have been edited meanwhile. */
function store(
  app: App,
  model: Model,
  state: EmbeddingState,
  batch: (QueuedMessage & { vector: Float32Array | null })[],
): boolean {
  const length = batch.find(({ vector }) => vector)?.vector?.length;
  if (length) {
    // without this check, a provider that alternates between two vector lengths would cause endless embedding
    if (state.dimensions && state.dimensions !== length)
      throw new EmbeddingError('The embedding provider answers vectors of another length than before.');
    state.dimensions = length;
    if (!adoptDimensions(app, model, length)) return false;
    model.dimensions = length;
  }
  const { dequeue, putEmbedding } = statements(app.db);
  transaction(app.db, () => {
    for (const { id, content, vector } of batch) {
      const bits = vector && new Uint8Array(signBits(vector).buffer);
      putEmbedding.run({ model: model.id, id, content, bits, vector: vector && toInt8(vector) });
      dequeue.run({ model: model.id, id, content });
    }
  });
  state.processed += batch.length;
  return true;
}

type QueuedMessage = { id: number; content: string };

const statements = prepared((db) => ({
  findBatch: db.$client.prepare<QueuedMessage, { model: number; limit: number }>(
    `select m.id, m.content from embedding_queue q join messages m on m.id = q.message_id
      where q.model_id = $model order by q.message_id desc limit +$limit`,
  ),
  dequeue: db.$client.prepare<void, QueuedMessage & { model: number }>(
    `delete from embedding_queue
      where model_id = $model and message_id = $id
        and (select content from messages where id = $id) = $content`,
  ),
  putEmbedding: db.$client.prepare<
    void,
    QueuedMessage & { model: number; bits: Uint8Array | null; vector: Int8Array | null }
  >(
    `insert or replace into embeddings (model_id, message_id, user_id, bits, vector)
       select $model, id, sender_id, $bits, $vector from messages where id = $id and content = $content`,
  ),
}));
