import { setImmediate as turn } from 'node:timers/promises';
import { transaction } from '../../../db/open';
import type { App } from '../../app';
import { withoutHashtags } from '../../contract/hashtags';
import type { EmbeddingProgress } from '../../contract/search';
import { EmbeddingError } from '../../outside/huggingface';
import { deleteVectorIndex, syncVectorIndex } from './neighbours';
import {
  clearFailure,
  type EmbeddingState,
  embeddingSource,
  embeddingState,
  reportFailure,
} from './provider';

const BATCH = 32;
/** Models read no further than a few hundred words. */
const TEXT_MAX = 2_000;
const BATCH_MS = 30_000;
/** The operator's call is answered after so long; what is left goes on. */
const ANSWER_WITHIN_MS = 8_000;

/** A chore: embeds what waits, unless the provider needs rest, and keeps the index up to date. */
export async function embedQueued(app: App): Promise<void> {
  adopt(app);
  const state = embeddingState(app);
  if (app.embedder && app.now() >= state.waitUntil) await run(app);
  const source = embeddingSource(app);
  if (!source?.dimensions) return deleteVectorIndex(app);
  try {
    await syncVectorIndex(app, source);
  } catch (error) {
    reportFailure(app, error);
  }
}

/** Everything that has no embedding yet is queued and embedded; one run at a time. For the operator's button. */
export async function embedAll(app: App): Promise<{ processed: number; errors: number; message: string }> {
  if (!app.embedder)
    return {
      processed: 0,
      errors: count(app, 'messages'),
      message: 'Search by meaning needs an embedding provider: set HF_TOKEN or HF_ENDPOINT_URL.',
    };
  const state = embeddingState(app);
  const joined = state.run !== null;
  if (!joined) {
    adopt(app);
    await queueAll(app);
    Object.assign(state, { processed: 0, errors: 0, waitUntil: 0 });
  }
  await Promise.race([run(app), Bun.sleep(ANSWER_WITHIN_MS)]);
  const { processed, errors, problem } = state;
  const waiting = count(app, 'embedding_queue');
  if (state.run)
    return { processed, errors, message: `${waiting} messages are still to come; this goes on by itself.` };
  return {
    processed,
    errors: errors + waiting,
    message:
      problem ??
      (waiting + errors > 0
        ? 'Some messages could not be embedded.'
        : 'All messages can be found by meaning.'),
  };
}

export function embeddingProgress(app: App): EmbeddingProgress {
  const { run, processed, errors, problem } = embeddingState(app);
  return {
    enabled: app.embedder !== null,
    running: run !== null,
    embedded: count(app, 'embeddings'),
    waiting: count(app, 'embedding_queue'),
    processed,
    errors,
    problem: app.embedder ? problem : null,
  };
}

const count = (app: App, table: 'messages' | 'embeddings' | 'embedding_queue') =>
  app.db.$client.query<{ n: number }, []>(`select count(*) as n from ${table}`).get()!.n;

/** Vectors of another model cannot be compared: they go, and all messages wait to be embedded anew. */
function adopt(app: App, dimensions = 0) {
  const source = embeddingSource(app);
  const model = app.embedder?.model;
  if (source?.model === model && (dimensions === 0 || source?.dimensions === dimensions)) return;
  const { $client } = app.db;
  transaction(app.db, () => {
    const renewed = source && $client.query('select 1 from embeddings limit 1').get() && model;
    if (source?.model !== model || source?.dimensions) $client.run('delete from embeddings');
    $client.run('delete from embedding_source');
    if (!model) $client.run('delete from embedding_queue');
    else $client.run('insert into embedding_source values (?, ?)', [model, dimensions]);
    if (renewed) $client.run('insert or ignore into embedding_queue select id from messages');
  });
  embeddingState(app).questions.clear();
}

const QUEUED_AT_ONCE = 5_000;

async function queueAll(app: App): Promise<void> {
  const { $client } = app.db;
  const last = $client.query<{ id: number | null }, []>('select max(id) as id from messages').get()?.id ?? 0;
  for (let from = 0; from <= last; from += QUEUED_AT_ONCE) {
    $client
      .query(
        `insert or ignore into embedding_queue select id from messages m
          where id > ? and id <= ? and not exists (select 1 from embeddings where message_id = m.id)`,
      )
      .run(from, from + QUEUED_AT_ONCE);
    await turn();
  }
}

function run(app: App): Promise<void> {
  const state = embeddingState(app);
  state.run ??= embedQueue(app, state).finally(() => {
    state.run = null;
  });
  return state.run;
}

type Waiting = { id: number; userId: number; content: string };

async function embedQueue(app: App, state: EmbeddingState): Promise<void> {
  const next = app.db.$client.query<Waiting, [number]>(
    `select m.id, m.sender_id as userId, m.content
       from embedding_queue q join messages m on m.id = q.message_id order by q.message_id desc limit ?`,
  );
  try {
    while (!state.stopped) {
      const batch = next.all(BATCH);
      if (batch.length === 0) break;
      await embedBatch(app, state, batch);
      clearFailure(app);
    }
  } catch (error) {
    reportFailure(app, error);
  }
}

async function embedBatch(app: App, state: EmbeddingState, batch: Waiting[]): Promise<void> {
  // a private hashtag of the sender's must not colour what others find
  const texts = batch.map(({ content }) => withoutHashtags(content).slice(0, TEXT_MAX));
  const said = batch.filter((_, at) => texts[at]);
  try {
    const vectors = said.length > 0 ? await app.embedder!.embed(texts.filter(Boolean), BATCH_MS) : [];
    if (state.stopped) return;
    store(
      app,
      batch,
      said.map((message, at) => ({ ...message, vector: vectors[at]! })),
    );
    state.processed += batch.length;
  } catch (error) {
    if (!(error instanceof EmbeddingError && error.refused)) throw error;
    if (batch.length > 1) for (const one of batch) await embedBatch(app, state, [one]);
    else {
      state.errors += 1;
      store(app, batch, []); // asked again when the operator asks
    }
  }
}

/** Keeps the vectors of messages that still say what was embedded, and takes all of the batch off the queue. */
function store(app: App, batch: Waiting[], embedded: (Waiting & { vector: Float32Array })[]): void {
  const { $client } = app.db;
  const [first] = embedded;
  if (first) {
    const state = embeddingState(app);
    // else a provider that answers now this and now that would have everything embedded anew for ever
    if (state.dimensions && state.dimensions !== first.vector.length)
      throw new EmbeddingError('The embedding provider answers vectors of another length than before.');
    state.dimensions = first.vector.length;
    adopt(app, state.dimensions);
  }
  transaction(app.db, () => {
    const done = $client.query(
      'delete from embedding_queue where message_id = ?1 and (select content from messages where id = ?1) = ?2',
    );
    const keep = $client.query(
      `insert or replace into embeddings (message_id, user_id, vector)
         select id, sender_id, ?2 from messages where id = ?1 and content = ?3`,
    );
    for (const { id, content } of batch) done.run(id, content);
    for (const { id, content, vector } of embedded) keep.run(id, new Uint8Array(vector.buffer), content);
  });
}
