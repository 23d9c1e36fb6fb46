import type { Config } from '../app/config/config';
import { type Embedder, EmbeddingError } from '../app/embedder';

// For sentence models such as the default one: the cosine of two texts below which they have nothing in
// common.
const LEAST = 0.2;
const MARGIN = 0.2;
const RELATED = 0.5;
const BATCH = 32;
const NO_VECTORS =
  'The embedding provider answered something else than vectors. EMBEDDING_MODEL must be a model for sentences.';

export function huggingFace({ token, endpointUrl, model }: Config['huggingFace']): Embedder {
  const load = async () => {
    // loaded late, because the package is large and few installations need it
    const { InferenceClient } = await import('@huggingface/inference');
    return new InferenceClient(token, endpointUrl ? { endpointUrl } : {});
  };
  let client: ReturnType<typeof load> | null = null;
  return {
    model: endpointUrl ? `${model} at ${endpointUrl}` : model,
    title: endpointUrl ? 'the embedding endpoint' : 'Hugging Face',
    least: LEAST,
    margin: MARGIN,
    related: RELATED,
    batch: BATCH,
    local: false,
    async embed(texts, timeoutMs) {
      client ??= load();
      let answer: unknown;
      let retryAfter: string | null = null;
      try {
        answer = await (await client).featureExtraction(
          { ...(!endpointUrl && { model }), inputs: texts },
          {
            retry_on_error: false, // the package would retry without a pause
            signal: AbortSignal.timeout(timeoutMs),
            fetch: Object.assign(
              async (...request: Parameters<typeof fetch>) => {
                const response = await fetch(...request);
                retryAfter = response.headers.get('retry-after'); // the package's errors lack this header
                return response;
              },
              { preconnect: fetch.preconnect },
            ),
          },
        );
      } catch (error) {
        throw toEmbeddingError(error, timeoutMs, Math.max(0, Number(retryAfter) || 0));
      }
      return readVectors(answer, texts.length);
    },
    close() {},
  };
}

function readVectors(answer: unknown, count: number): Float32Array[] {
  if (!Array.isArray(answer) || answer.length !== count)
    throw new EmbeddingError('The embedding provider did not answer one vector for each text.');
  const vectors = answer.map((numbers) => {
    if (!Array.isArray(numbers) || numbers.length === 0 || !numbers.every((n) => Number.isFinite(n)))
      throw new EmbeddingError(NO_VECTORS);
    const length = Math.hypot(...numbers);
    if (length === 0 || !Number.isFinite(length))
      throw new EmbeddingError('The embedding provider answered a vector without direction.');
    return Float32Array.from(numbers, (n) => n / length);
  });
  if (vectors.some((vector) => vector.length !== vectors[0]?.length))
    throw new EmbeddingError('The embedding provider answered vectors of different lengths.');
  return vectors;
}

type ProviderError = { name?: string; message?: string; code?: string; httpResponse?: { status?: number } };

function toEmbeddingError(error: unknown, timeoutMs: number, retryAfter: number): EmbeddingError {
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
    return new EmbeddingError('The embedding provider asks to slow down.', false, retryAfter || null);
  if (status === 400 || status === 413 || status === 422)
    return new EmbeddingError(`The embedding provider refuses the text (${status}).`, true);
  if (status) return new EmbeddingError(`The embedding provider has trouble of its own (${status}).`);
  if (name === 'TimeoutError' || name === 'AbortError')
    return new EmbeddingError(`The embedding provider did not answer within ${timeoutMs / 1000} seconds.`);
  if (name === 'ProviderOutputError') return new EmbeddingError(NO_VECTORS);
  return new EmbeddingError(`The embedding provider cannot be reached (${code ?? message ?? name}).`);
}
