import { prepared } from '../../../db/open';
import type { App } from '../../app/app';
import { countOf } from '../../contract/counts';
import type { BatchEmbedAnswer, EmbeddingProgress } from '../../contract/search';
import { runEmbedding } from './embedding-run';
import {
  adoptModels,
  answeringModels,
  deleteRemovedModels,
  type Model,
  modelsOf,
  queueAllAgain,
  queueOlder,
} from './models';
import { embeddingState, isPaused } from './state';

/** The embedding goes on after the answer. */
const ANSWER_WITHIN_MS = 8_000;

export async function embedQueued(app: App): Promise<void> {
  adoptModels(app);
  await Promise.all([deleteRemovedModels(app), ...modelsOf(app).map((model) => embedWith(app, model))]);
}

async function embedWith(app: App, model: Model): Promise<void> {
  await queueOlder(app, model);
  if (!isPaused(app, model.embedder)) await runEmbedding(app, model);
}

export async function embedAll(app: App): Promise<BatchEmbedAnswer> {
  const { countMessages } = statements(app.db);
  adoptModels(app);
  const models = modelsOf(app);
  if (models.length === 0)
    return {
      processed: 0,
      errors: countMessages.get()!.count,
      message:
        'Search by meaning is off: remove EMBEDDINGS from the settings, or set HF_TOKEN or HF_ENDPOINT_URL.',
    };
  const idle = models.filter(({ embedder }) => !embeddingState(app, embedder).run);
  for (const model of idle) {
    queueAllAgain(app, model);
    Object.assign(embeddingState(app, model.embedder), { processed: 0, errors: 0, waitUntil: 0 });
  }
  await Promise.race([embedQueued(app), Bun.sleep(ANSWER_WITHIN_MS)]);
  const { running, processed, errors, waiting, problem } = embeddingProgress(app);
  if (running && waiting > 0)
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
  const [embedder] = app.embedders;
  if (!embedder) return OFF;
  const [model] = modelsOf(app);
  if (!model) return { ...OFF, enabled: true, model: embedder.title, running: true }; // it has just started
  const { run, processed, errors, problem } = embeddingState(app, model.embedder);
  const { countEmbedded, countLeftToWords, countQueued } = statements(app.db);
  const skipped = countLeftToWords.get({ model: model.id })!.count;
  return {
    enabled: true,
    model: model.embedder.title,
    answeredBy: answeringModels(app)[0]?.embedder.title ?? null,
    running: run !== null,
    embedded: countEmbedded.get({ model: model.id })!.count - skipped,
    leftToWords: skipped,
    waiting: countQueued.get({ model: model.id, below: model.queuedBelow })!.count,
    processed,
    errors,
    problem,
  };
}

const OFF: EmbeddingProgress = {
  enabled: false,
  model: null,
  answeredBy: null,
  running: false,
  embedded: 0,
  leftToWords: 0,
  waiting: 0,
  processed: 0,
  errors: 0,
  problem: null,
};

type Count = { count: number };

const statements = prepared((db) => ({
  countMessages: db.$client.prepare<Count, []>('select count(*) as count from messages'),
  countEmbedded: db.$client.prepare<Count, { model: number }>(
    'select count(*) as count from embeddings where model_id = $model',
  ),
  countLeftToWords: db.$client.prepare<Count, { model: number }>(
    'select count(*) as count from embeddings where model_id = $model and bits is null',
  ),
  countQueued: db.$client.prepare<Count, { model: number; below: number }>(
    `select (select count(*) from embedding_queue where model_id = $model)
          + (select count(*) from messages where id < $below) as count`,
  ),
}));
