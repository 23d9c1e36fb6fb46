/**
 * An embedding server on this machine, as text-embeddings-inference answers: POST `{inputs}` gives a vector for
 * each. Words of one meaning point the same way. It fails as it is told to.
 */
export type Embeddings = ReturnType<typeof startEmbeddings>;

export type Trouble =
  | { status: number; headers?: Record<string, string> }
  | { slow: number }
  | { answer: unknown };

const MEANINGS = [
  'ramen noodles soup dinner',
  'car drive road garage',
  'lamp light bulb bright',
  'cat kitten pet',
];

export function startEmbeddings({ dimensions = 16 } = {}) {
  const asked: string[][] = [];
  const troubles: Trouble[] = [];
  let always: Trouble | null = null;
  let length = dimensions;
  /** Texts with this in them are refused. */
  let poison: string | null = null;

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { inputs } = (await request.json()) as { inputs: string[] };
      asked.push(inputs);
      const trouble = troubles.shift() ?? always;
      if (trouble && 'status' in trouble)
        return Response.json({ error: 'no' }, { status: trouble.status, headers: trouble.headers });
      if (trouble && 'answer' in trouble) return Response.json(trouble.answer);
      if (trouble) await Bun.sleep(trouble.slow);
      if (poison && inputs.some((text) => text.includes(poison!)))
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
    /** The texts of each call, in order. */
    asked,
    failNext: (...more: Trouble[]) => troubles.push(...more),
    failAlways: (trouble: Trouble | null) => {
      always = trouble;
    },
    refuse: (part: string) => {
      poison = part;
    },
    answerLength: (dimensions: number) => {
      length = dimensions;
    },
    [Symbol.dispose]: () => server.stop(true),
  };
}
