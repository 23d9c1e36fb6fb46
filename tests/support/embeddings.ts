/** A way for a request to fail: an error status, a delay in milliseconds, or another body. */
export type Failure =
  | { status: number; headers?: Record<string, string> }
  | { slow: number }
  | { answer: unknown };

/** Words in the same line have the same embedding. */
const MEANINGS = [
  'ramen noodles soup dinner',
  'car drive road garage',
  'lamp light bulb bright',
  'cat kitten pet',
];

export type EmbeddingServer = ReturnType<typeof startEmbeddingServer>;

export function startEmbeddingServer({ dimensions = 16 } = {}) {
  const requests: string[][] = [];
  const failures: Failure[] = [];
  let permanentFailure: Failure | null = null;
  let length = dimensions;
  let refusedPart: string | null = null;

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { inputs } = (await request.json()) as { inputs: string[] };
      requests.push(inputs);
      const failure = failures.shift() ?? permanentFailure;
      if (failure && 'status' in failure)
        return Response.json({ error: 'no' }, { status: failure.status, headers: failure.headers });
      if (failure && 'answer' in failure) return Response.json(failure.answer);
      if (failure) await Bun.sleep(failure.slow);
      if (refusedPart !== null && inputs.some((text) => text.includes(refusedPart!)))
        return Response.json({ error: 'no' }, { status: 413 });
      return Response.json(inputs.map(vectorOf));
    },
  });

  function vectorOf(text: string): number[] {
    const vector = Array.from({ length }, (_, at) => 0.001 * (at + 1));
    for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
      const meaning = MEANINGS.findIndex((words) => words.split(' ').includes(word));
      const at =
        meaning >= 0 ? meaning : MEANINGS.length + (Bun.hash.crc32(word) % (length - MEANINGS.length));
      vector[at]! += meaning >= 0 ? 1 : 0.3;
    }
    return vector;
  }

  return {
    environment: { HF_ENDPOINT_URL: `http://127.0.0.1:${server.port}`, EMBEDDING_MODEL: 'test' },
    requests,
    failNext: (...next: Failure[]) => failures.push(...next),
    failAlways: (failure: Failure | null) => {
      permanentFailure = failure;
    },
    refuse: (part: string) => {
      refusedPart = part;
    },
    answerLength: (dimensions: number) => {
      length = dimensions;
    },
    [Symbol.dispose]: () => server.stop(true),
  };
}
