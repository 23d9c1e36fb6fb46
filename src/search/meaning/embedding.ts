import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepared } from '../../../db/open';
import type { App } from '../../app';
import { countOf } from '../../contract/counts';
import type { BatchEmbedAnswer, EmbeddingProgress } from '../../contract/search';
import { runEmbedding } from './embedding-run';
import { adoptModel, embeddingSource } from './model';
import { deleteVectorIndex, syncVectorIndex } from './neighbours';
import { embeddingState, isPaused, reportFailure } from './provider';

/**
 * Longest time that an operator's request waits for the embedding of the queued messages. The embedding goes
 * on after the answer.
 */
const ANSWER_WITHIN_MS = 8_000;
/** Message ids examined between yields to the event loop. */
const QUEUE_STEP = 5_000;

/**
 * Embeds queued messages, unless there is no provider or calls to it are paused, and then updates the vector
 * index. If there are no embeddings, deletes the vector index.
 */
export async function embedQueued(app: App): Promise<void> {
  adoptModel(app);
  if (app.embedder && !isPaused(app)) await runEmbedding(app);
  const source = embeddingSource(app);
  if (!source?.dimensions) return deleteVectorIndex(app);
  try {
    await syncVectorIndex(app, source);
  } catch (error) {
    reportFailure(app, error);
  }
}

/**
 * Queues all messages that have no embedding, and starts to embed them. Queues nothing if embedding is
 * already under way. Answers when embedding has ended, also if it has failed, or after ANSWER_WITHIN_MS.
 * Without an embedding provider, only answers that one is needed.
 */
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
  await Promise.race([runEmbedding(app), Bun.sleep(ANSWER_WITHIN_MS)]);
  const { processed, errors, problem } = state;
  const waiting = countQueued.get()!.count;
  if (state.run)
    return {
      processed,
      errors,
      message: `${countOf(waiting, 'message is', 'messages are')} still to come; this goes on by itself.`,
    };
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

async function queueAll(app: App): Promise<void> {
  const { findLastMessage, queueMissing } = statements(app.db);
  const last = findLastMessage.get()?.id ?? 0;
  for (let after = 0; after <= last; after += QUEUE_STEP) {
    queueMissing.run({ after, upTo: after + QUEUE_STEP });
    await nextTurn();
  }
}

type Count = { count: number };

const statements = prepared((db) => ({
  countMessages: db.$client.prepare<Count, []>('select count(*) as count from messages'),
  countEmbedded: db.$client.prepare<Count, []>('select count(*) as count from embeddings'),
  countQueued: db.$client.prepare<Count, []>('select count(*) as count from embedding_queue'),
  findLastMessage: db.$client.prepare<{ id: number | null }, []>('select max(id) as id from messages'),
  queueMissing: db.$client.prepare<void, { after: number; upTo: number }>(
    `insert or ignore into embedding_queue (message_id) select id from messages m
      where id > $after and id <= $upTo and not exists (select 1 from embeddings where message_id = m.id)`,
  ),
}));
