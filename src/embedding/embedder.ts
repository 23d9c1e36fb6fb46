/** A model that turns texts into vectors. Texts of similar meaning get vectors of similar direction. */
export type Embedder = {
  /**
   * Name of the model, with everything that changes its vectors. Vectors can be compared only if this name
   * is the same.
   */
  readonly model: string;
  /** Name for operators, within a sentence. */
  readonly title: string;
  /** Cosine of two vectors below which their texts have nothing in common. */
  readonly least: number;
  /** Largest difference of cosines between the nearest vector and another one that still counts as near. */
  readonly margin: number;
  /** Cosine from which two messages are related enough to be shown beside each other. */
  readonly related: number;
  /** Maximum number of texts in one call of `embed`. */
  readonly batch: number;
  /** True if embedding takes time of this machine, so that many texts are embedded with pauses. */
  readonly local: boolean;
  /**
   * Returns a unit vector for each text, all of the same length, or null for a text that the model does not
   * understand, such as one in another language. Throws an EmbeddingError if this fails or takes too long.
   */
  embed(texts: string[], timeoutMs: number): Promise<(Float32Array | null)[]>;
  /** Ends what the embedder has started, such as a thread. */
  close(): void;
};

/** An error of an embedder, with a sentence for operators. */
export class EmbeddingError extends Error {
  override name = 'EmbeddingError';
  constructor(
    message: string,
    /** True if the embedder refuses one of the texts of the request. It may accept the others. */
    readonly textRefused = false,
    /** Seconds to wait before the next try. Null if the embedder has not told. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
