import { attend, type Norm, normalize } from './layers';
import { type Block, createMatrixMemory, type Linear } from './matrix-memory';
import type { PackedModel } from './packed-model';
import { createTokenizer, UNKNOWN } from './pieces';

export const DIMENSIONS = 512;
const PIECE_DIMENSIONS = 256;
const WIDEST = 3 * DIMENSIONS;
const PIECES_MAX = 128;
const WEIGHTS = 5_300_000;
/** Without this, the most ordinary texts would be near to every search. */
const COMMON_SHARE = 0.7;

type Layer = {
  width: number;
  attentionNorm: Norm;
  attention: Linear;
  output: Linear;
  hiddenNorm: Norm;
  hidden: Linear;
  result: Linear;
};

export type Encoder = ReturnType<typeof createEncoder>;

/**
 * Loads Universal Sentence Encoder Lite (Cer et al., 2018): two layers of a transformer, then the mean over
 * all pieces of a text, then one more layer.
 */
export function createEncoder(model: PackedModel) {
  const memory = createMatrixMemory(model, WEIGHTS + PIECES_MAX * (4 * DIMENSIONS + WIDEST));
  const { split, knows } = createTokenizer(model.pieces);
  const pieceVectors = model.matrix('pieces');
  const timescales = memory.load('timescales').numbers;
  const common = memory.load('common').numbers;
  const norm = (name: string): Norm => ({
    scale: memory.load(`${name}.scale`).numbers,
    shift: memory.load(`${name}.shift`).numbers,
  });
  const layers = [PIECE_DIMENSIONS, DIMENSIONS].map(
    (width, at): Layer => ({
      width,
      attentionNorm: norm(`${at}.attention.norm`),
      attention: memory.loadLinear(`${at}.attention`),
      output: memory.loadLinear(`${at}.output`),
      hiddenNorm: norm(`${at}.hidden.norm`),
      hidden: memory.loadLinear(`${at}.hidden`),
      result: memory.loadLinear(`${at}.result`),
    }),
  );
  const widen = memory.loadLinear('widen');
  const last = memory.loadLinear('last');
  const [state, residual, scratch, normal] = [0, 0, 0, 0].map(() =>
    memory.allocate(PIECES_MAX * DIMENSIONS),
  ) as [Block, Block, Block, Block];
  const wide = memory.allocate(PIECES_MAX * WIDEST);

  function readPieces(pieces: number[]) {
    const half = PIECE_DIMENSIONS / 2;
    for (const [at, piece] of pieces.entries())
      for (let column = 0; column < half; column++) {
        const angle = at * timescales[column]!;
        const to = at * PIECE_DIMENSIONS + column;
        state.numbers[to] = 2 * pieceVectors.at(piece, column) + Math.sin(angle);
        state.numbers[to + half] = 2 * pieceVectors.at(piece, column + half) + Math.cos(angle);
      }
  }

  function runLayer(layer: Layer, count: number) {
    const { width } = layer;
    normalize(state.numbers, normal.numbers, count, width, layer.attentionNorm);
    memory.apply(normal, layer.attention, wide, count);
    attend(wide.numbers, normal.numbers, count, width);
    memory.apply(normal, layer.output, residual, count);
    if (width !== DIMENSIONS) memory.apply(state, widen, scratch, count);
    const before = width === DIMENSIONS ? state : scratch;
    const length = count * DIMENSIONS;
    for (let at = 0; at < length; at++) residual.numbers[at]! += before.numbers[at]!;
    normalize(residual.numbers, normal.numbers, count, DIMENSIONS, layer.hiddenNorm);
    memory.apply(normal, layer.hidden, wide, count, true);
    memory.apply(wide, layer.result, normal, count);
    for (let at = 0; at < length; at++) state.numbers[at] = residual.numbers[at]! + normal.numbers[at]!;
  }

  return {
    piecesOf: (text: string): number[] => split(text.toLowerCase()),
    knows,
    encode(allPieces: number[]): Float32Array {
      const pieces = allPieces.length > 0 ? allPieces.slice(0, PIECES_MAX) : [UNKNOWN];
      readPieces(pieces);
      for (const layer of layers) runLayer(layer, pieces.length);
      const mean = normal.numbers.fill(0, 0, DIMENSIONS);
      for (let at = 0; at < pieces.length * DIMENSIONS; at++)
        mean[at % DIMENSIONS]! += state.numbers[at]! / pieces.length;
      memory.apply(normal, last, wide, 1);
      const vector = toUnit(Float32Array.from(wide.numbers.subarray(0, DIMENSIONS), Math.tanh));
      return toUnit(vector.map((number, at) => number - COMMON_SHARE * common[at]!));
    },
  };
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}
