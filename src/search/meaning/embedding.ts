import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepared, transaction } from '../../../db/open';
import type { App } from '../../app';
import { withoutHashtags } from '../../contract/hashtags';
import type { BatchEmbedAnswer, EmbeddingProgress } from '../../contract/search';
import { EmbeddingError } from '../../outside/huggingface';
import { deleteVectorIndex, syncVectorIndex } from './neighbours';
import {
  clearFailure,
  type EmbeddingState,
  embeddingSource,
  embeddingState,
  reportFailure,
} from './provider';

/** Messages sent to the provider in one request. */
const BATCH = 32;
/** Characters of a message that are embedded: models read at most a few hundred words. */
const TEXT_MAX = 2_000;
const BATCH_TIMEOUT_MS = 30_000;
/** The operator's call is answered after this time at the latest; the run goes on. */
const ANSWER_WITHIN_MS = 8_000;
/** Messages queued between yields to the event loop. */
const QUEUE_STEP = 5_000;

/** Embeds what is queued, unless the provider needs a rest, and brings the vector index up to date. */
export async function embedQueued(app: App): Promise<void> {
  adoptModel(app);
  if (app.embedder && app.now() >= embeddingState(app).waitUntil) await run(app);
  const source = embeddingSource(app);
  if (!source?.dimensions) return deleteVectorIndex(app);
  try {
    await syncVectorIndex(app, source);
  } catch (error) {
    reportFailure(app, error);
  }
}

/** Queues and embeds all messages without an embedding. A second call joins the run that is under way. */
export async function embedAll(app: App): Promise<BatchEmbedAnswer> {
  const { countMessages, countQueued } = statements(app.db);
  if (!app.embedder)
    return {
      processed: 0,
      errors: countMessages.get()!.count,
      message: 'Search by meaning needs an embedding provider: set HF_TOKEN or HF_ENDPOINT_URL.',
    };
  const state = embeddingState(app);
  if (!state.run) {
    adoptModel(app);
    await queueAll(app);
    Object.assign(state, { processed: 0, errors: 0, waitUntil: 0 });
  }
  await Promise.race([run(app), Bun.sleep(ANSWER_WITHIN_MS)]);
  const { processed, errors, problem } = state;
  const waiting = countQueued.get()!.count;
  if (state.run)
    return { processed, errors, message: `${waiting} messages are still to come; this goes on by itself.` };
  const outcome =
    waiting + errors > 0 ? 'Some messages could not be embedded.' : 'All messages can be found by meaning.';
  return { processed, errors: errors + waiting, message: problem ?? outcome };
}

export function embeddingProgress(app: App): EmbeddingProgress {
  const { run, processed, errors, problem } = embeddingState(app);
  const { countEmbedded, countQueued } = statements(app.db);
  return {
    enabled: app.embedder !== null,
    running: run !== null,
    embedded: countEmbedded.get()!.count,
    waiting: countQueued.get()!.count,
    processed,
    errors,
    problem: app.embedder ? problem : null,
  };
}

/**
 * Makes the configured model the source of all embeddings. Embeddings of another model, or of another length, cannot
 * be compared with its own: they are deleted, and all messages are queued again.
 */
function adoptModel(app: App, dimensions = 0): void {
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

async function queueAll(app: App): Promise<void> {
  const { findLastMessage, queueMissing } = statements(app.db);
  const last = findLastMessage.get()?.id ?? 0;
  for (let after = 0; after <= last; after += QUEUE_STEP) {
    queueMissing.run({ after, upTo: after + QUEUE_STEP });
    await nextTurn();
  }
}

/** Starts a run, or returns the one that is under way. */
function run(app: App): Promise<void> {
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
  // without hashtags: a private tag of the sender's must not change what other members find
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
      store(app, batch, []); // tried again only when the operator asks
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
    // a provider whose lengths alternate would otherwise have everything embedded again for ever
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
type Count = { count: number };

const statements = prepared((db) => ({
  countMessages: db.$client.prepare<Count, []>('select count(*) as count from messages'),
  countEmbedded: db.$client.prepare<Count, []>('select count(*) as count from embeddings'),
  countQueued: db.$client.prepare<Count, []>('select count(*) as count from embedding_queue'),
  findBatch: db.$client.prepare<QueuedMessage, { limit: number }>(
    `select m.id, m.content from embedding_queue q join messages m on m.id = q.message_id
      order by q.message_id desc limit $limit`,
  ),
  findLastMessage: db.$client.prepare<{ id: number | null }, []>('select max(id) as id from messages'),
  findEmbedding: db.$client.prepare<unknown, []>('select 1 from embeddings limit 1'),
  putEmbedding: db.$client.prepare<void, QueuedMessage & { vector: Uint8Array }>(
    `insert or replace into embeddings (message_id, user_id, vector)
       select id, sender_id, $vector from messages where id = $id and content = $content`,
  ),
  deleteEmbeddings: db.$client.prepare<void, []>('delete from embeddings'),
  insertSource: db.$client.prepare<void, { model: string; dimensions: number }>(
    'insert into embedding_source (model, dimensions) values ($model, $dimensions)',
  ),
  deleteSource: db.$client.prepare<void, []>('delete from embedding_source'),
  queueEverything: db.$client.prepare<void, []>(
    'insert or ignore into embedding_queue (message_id) select id from messages',
  ),
  queueMissing: db.$client.prepare<void, { after: number; upTo: number }>(
    `insert or ignore into embedding_queue (message_id) select id from messages m
      where id > $after and id <= $upTo and not exists (select 1 from embeddings where message_id = m.id)`,
  ),
  dequeue: db.$client.prepare<void, QueuedMessage>(
    `delete from embedding_queue
      where message_id = $id and (select content from messages where id = $id) = $content`,
  ),
  clearQueue: db.$client.prepare<void, []>('delete from embedding_queue'),
}));
