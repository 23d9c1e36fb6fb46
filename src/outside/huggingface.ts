import type { Config } from '../config';

/** Turns texts into unit vectors of one length. Throws an EmbedError. */
export type Embedder = {
  readonly model: string;
  embed(texts: string[], within: number): Promise<Float32Array[]>;
};

/** Why there are no vectors, in a sentence for the operator. */
export class EmbeddingError extends Error {
  override name = 'EmbedError';
  constructor(
    message: string,
    /** It is these texts that are refused: others may pass. */
    readonly refused = false,
    /** Seconds the provider asks us to wait. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

/** Hugging Face's service with a token, or an endpoint of one's own (design 4). Null when neither is set. */
export function huggingFace({ enabled, token, endpointUrl, model }: Config['huggingFace']): Embedder | null {
  if (!enabled) return null;
  const load = async () => {
    const { InferenceClient } = await import('@huggingface/inference'); // not at start: few need it
    return new InferenceClient(token, endpointUrl ? { endpointUrl } : {});
  };
  let client: ReturnType<typeof load> | null = null;
  return {
    model: endpointUrl ? `${model} at ${endpointUrl}` : model,
    async embed(texts, within) {
      client ??= load();
      let answer: unknown;
      let retryAfter: string | null = null;
      try {
        answer = await (await client).featureExtraction(
          { ...(!endpointUrl && { model }), inputs: texts },
          // the package's own retrying is a tight loop
          {
            retry_on_error: false,
            signal: AbortSignal.timeout(within),
            fetch: Object.assign(
              async (...request: Parameters<typeof fetch>) => {
                const response = await fetch(...request);
                retryAfter = response.headers.get('retry-after'); // of which its errors say nothing
                return response;
              },
              { preconnect: fetch.preconnect },
            ),
          },
        );
      } catch (error) {
        throw toEmbedError(error, within, Number(retryAfter));
      }
      return readVectors(answer, texts.length);
    },
  };
}

/** Nothing that a provider may answer is trusted to be what was asked for. */
function readVectors(answer: unknown, count: number): Float32Array[] {
  if (!Array.isArray(answer) || answer.length !== count)
    throw new EmbeddingError('The embedding provider did not answer one vector for each text.');
  const vectors = answer.map((one) => {
    if (!Array.isArray(one) || one.length === 0 || !one.every((part) => Number.isFinite(part)))
      throw new EmbeddingError(
        'The embedding provider answered something else than vectors. EMBEDDING_MODEL must be a model for sentences.',
      );
    const length = Math.hypot(...one);
    if (length === 0 || !Number.isFinite(length))
      throw new EmbeddingError('The embedding provider answered a vector without direction.');
    return Float32Array.from(one, (part) => part / length);
  });
  if (vectors.some((vector) => vector.length !== vectors[0]?.length))
    throw new EmbeddingError('The embedding provider answered vectors of different lengths.');
  return vectors;
}

type ProviderError = {
  name?: string;
  message?: string;
  code?: string;
  httpResponse?: { status?: number };
};

function toEmbedError(error: unknown, within: number, retryAfter: number): EmbeddingError {
  if (error instanceof EmbeddingError) return error;
  const { name, message, code, httpResponse } = error as ProviderError;
  const status = httpResponse?.status;
  if (status === 401 || status === 403)
    return new EmbeddingError('The embedding provider refuses the key. Check HF_TOKEN.');
  if (status === 404)
    return new EmbeddingError(
      'The embedding provider does not know that model. Check EMBEDDING_MODEL and HF_ENDPOINT_URL.',
    );
  if (status === 429)
    return new EmbeddingError(
      'The embedding provider asks to slow down.',
      false,
      retryAfter > 0 ? retryAfter : null,
    );
  if (status === 400 || status === 413 || status === 422)
    return new EmbeddingError(`The embedding provider refuses the text (${status}).`, true);
  if (status) return new EmbeddingError(`The embedding provider has trouble of its own (${status}).`);
  if (name === 'TimeoutError' || name === 'AbortError')
    return new EmbeddingError(`The embedding provider did not answer within ${within / 1000} seconds.`);
  if (name === 'ProviderOutputError')
    return new EmbeddingError(
      'The embedding provider answered something else than vectors. EMBEDDING_MODEL must be a model for sentences.',
    );
  return new EmbeddingError(`The embedding provider cannot be reached (${code ?? message ?? name}).`);
}
