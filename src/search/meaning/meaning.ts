import type { User } from '../../../db/schema';
import type { App } from '../../app';
import { nearestMessages } from './neighbours';
import { clearFailure, embeddingSource, embeddingState, reportFailure } from './provider';

const QUESTION_MS = 1_500;
const QUESTIONS_KEPT = 500;
/** How many neighbours are asked for, and how much less alike than the best one they may be (cosine). */
const NEIGHBOURS = 40;
const MARGIN = 0.2;
const LEAST_ALIKE = 0.2;

/** The ids of messages that mean something like this, most alike first; none while there is nobody to ask. */
export async function findByMeaning(app: App, viewer: User, text: string): Promise<number[]> {
  const source = embeddingSource(app);
  if (!app.embedder || !source?.dimensions || !text.trim()) return [];
  try {
    const vector = await questionVector(app, text.trim());
    if (vector?.length !== source.dimensions) return [];
    const boardIds = app.db.$client
      .query<{ id: number }, [number]>(
        'select b.id from memberships v join boards b on b.id = v.board_id where v.user_id = ? and b.shared = 1',
      )
      .all(viewer.id)
      .map(({ id }) => id);
    const hits = await nearestMessages(app, source, {
      userId: viewer.id,
      boardIds,
      vector,
      limit: NEIGHBOURS,
    });
    const cosine = (distance: number) => 1 - distance ** 2 / 2;
    const best = cosine(hits[0]?.distance ?? 2);
    return hits
      .filter(({ distance }) => cosine(distance) >= Math.max(best - MARGIN, LEAST_ALIKE))
      .map(({ id }) => id);
  } catch (error) {
    // search goes on with words
    reportFailure(app, error);
    return [];
  }
}

async function questionVector(app: App, text: string): Promise<Float32Array | null> {
  const state = embeddingState(app);
  const known = state.questions.get(text);
  if (known) return known;
  if (app.now() < state.waitUntil) return null;
  const [vector] = await app.embedder!.embed([text], QUESTION_MS);
  // it may answer a question and still be unable to take a batch
  if (!app.db.$client.query('select 1 from embedding_queue limit 1').get()) clearFailure(app);
  state.questions.set(text, vector!);
  for (const oldest of state.questions.keys()) {
    if (state.questions.size <= QUESTIONS_KEPT) break;
    state.questions.delete(oldest);
  }
  return vector!;
}
