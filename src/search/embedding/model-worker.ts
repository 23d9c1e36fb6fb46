import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EmbeddingError } from '../../app/embedder';
import { createEncoder, type Encoder } from './encoder';
import { isEnglish } from './language';
import { readModel } from './packed-model';

// runs in a thread of its own, because a text takes 5 to 20 ms
declare const self: Worker;

export type ModelRequest = { texts: string[] };
export type ModelAnswer = { vectors: (Float32Array | null)[] };

/** If all processors are busy, the thread gets a tenth of the time that others get. */
const NICENESS = 10;

let encoder: Encoder | null = null;

self.onmessage = async ({ data: { id, texts } }: MessageEvent<ModelRequest & { id: number }>) => {
  try {
    encoder ??= start();
    const vectors: ModelAnswer['vectors'] = [];
    for (const text of texts) {
      vectors.push(embed(encoder, text));
      // lets another request, such as the text of a search, begin before all texts of this request are done
      await nextTurn();
    }
    self.postMessage({ id, vectors });
  } catch (error) {
    const { message } = error as Error;
    const known = error instanceof EmbeddingError;
    self.postMessage({ id, error: known ? message : `The English model fails: ${message}` });
  }
};

function start(): Encoder {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {} // on other systems, a thread has no priority of its own
  return createEncoder(readModel());
}

function embed(encoder: Encoder, text: string): Float32Array | null {
  const pieces = encoder.piecesOf(text);
  return isEnglish(text, pieces, encoder) ? encoder.encode(pieces) : null;
}
