export type Embedder = {
  /** Must change whenever something changes the vectors. */
  readonly model: string;
  readonly title: string;
  /** If the cosine of two vectors is below this, their texts have nothing in common. */
  readonly least: number;
  /** A vector counts as near if its cosine is at most this much below the cosine of the nearest vector. */
  readonly margin: number;
  /** Minimum cosine at which two messages are related enough to be shown beside each other. */
  readonly related: number;
  readonly batch: number;
  readonly local: boolean;
  /**
   * Returns a unit vector for each text, all of the same length, or null for a text that the model does not
   * understand, such as one in another language.
   */
  embed(texts: string[], timeoutMs: number): Promise<(Float32Array | null)[]>;
  close(): void;
};

export class EmbeddingError extends Error {
  override name = 'EmbeddingError';
  constructor(
    message: string,
    readonly textRefused = false,
    /** Seconds to wait before the next try. Null if the embedder did not say. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
