import { type Embedder, EmbeddingError } from '../../src/app/embedder';

export type TestEmbedder = Embedder & { failing: boolean; texts: string[]; ended: boolean };

export function testEmbedder(model: string, words: string[], dimensions = 32): TestEmbedder {
  const embedder: TestEmbedder = {
    model,
    title: `the model ${model}`,
    least: 0.5,
    margin: 0.5,
    related: 0.9,
    batch: 2,
    local: false,
    failing: false,
    texts: [],
    ended: false,
    async embed(texts) {
      if (embedder.failing) throw new EmbeddingError(`The model ${model} fails.`);
      embedder.texts.push(...texts);
      return texts.map((text) => {
        const at = words.findIndex((word) => text.includes(word));
        return at < 0 ? null : Float32Array.from({ length: dimensions }, (_, n) => (n === at ? 1 : 0));
      });
    },
    close() {
      embedder.ended = true;
    },
  };
  return embedder;
}
