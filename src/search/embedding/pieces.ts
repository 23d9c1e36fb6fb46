const WORD_START = '\u2581';
const RESERVED = 6;
export const UNKNOWN = 0;

type Tokenizer = {
  /**
   * Of all ways to split the text, chooses the one in which the product of the probabilities of the pieces is
   * greatest (the unigram model of SentencePiece, by Viterbi's algorithm).
   */
  split(text: string): number[];
  knows(word: string): boolean;
};

export function createTokenizer(vocabulary: [piece: string, score: number][]): Tokenizer {
  const ids = new Map<string, number>();
  let longest = 0;
  for (const [id, [piece]] of vocabulary.entries()) {
    if (id < RESERVED) continue;
    ids.set(piece, id);
    longest = Math.max(longest, [...piece].length);
  }

  function split(text: string): number[] {
    const normal = text.normalize('NFKC');
    if (!normal) return [];
    const symbols = [...(WORD_START + normal.replaceAll(' ', WORD_START))];
    // for each position in `symbols`: the score of the best way to split the text before this position, and
    // the start and the id of the last piece in that split
    const best = new Float64Array(symbols.length + 1).fill(Number.NEGATIVE_INFINITY);
    const startOf = new Int32Array(symbols.length + 1);
    const idOf = new Int32Array(symbols.length + 1);
    best[0] = 0;
    for (let start = 0; start < symbols.length; start++) {
      let piece = '';
      let known = false;
      for (let end = start + 1; end <= Math.min(symbols.length, start + longest); end++) {
        piece += symbols[end - 1];
        const id = ids.get(piece);
        if (id === undefined) continue;
        known = true;
        const score = best[start]! + vocabulary[id]![1];
        if (score >= best[end]!) {
          best[end] = score;
          startOf[end] = start;
          idOf[end] = id;
        }
      }
      // an unknown character does not change the score; the model was trained with the same rule
      if (!known && best[start]! >= best[start + 1]!) {
        best[start + 1] = best[start]!;
        startOf[start + 1] = start;
        idOf[start + 1] = UNKNOWN;
      }
    }
    const found: number[] = [];
    for (let end = symbols.length; end > 0; end = startOf[end]!)
      if (idOf[end] !== UNKNOWN || found.at(-1) !== UNKNOWN) found.push(idOf[end]!);
    return found.reverse();
  }

  return { split, knows: (word) => ids.has(WORD_START + word) };
}
