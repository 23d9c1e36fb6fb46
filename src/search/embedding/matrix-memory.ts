import type { PackedModel } from './packed-model';

const STRIP = 8;
const FLOAT = 4;
/** The WebAssembly program itself uses the memory below this address. */
const START = 65_536;
const PAGE = 65_536;
/** Alignment of blocks in bytes, because the program reads and writes 16 bytes at a time. */
const ALIGNMENT = 16;

/** `from`, `weights`, `to` and `bias` are byte addresses in the memory. */
type Gemm = (
  from: number,
  weights: number,
  to: number,
  bias: number,
  m: number,
  k: number,
  n: number,
  relu: 0 | 1,
) => void;

export type Block = { at: number; numbers: Float32Array };
export type Linear = { weights: Block; bias: Block; rows: number; columns: number };

export function createMatrixMemory(model: PackedModel, capacity: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((START + capacity * FLOAT) / PAGE) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(model.kernel), { env: { memory } });
  const gemm = exports.gemm as Gemm;
  let end = START;

  function allocate(length: number): Block {
    const at = end;
    end += Math.ceil((length * FLOAT) / ALIGNMENT) * ALIGNMENT;
    return { at, numbers: new Float32Array(memory.buffer, at, length) };
  }

  function load(name: string): Block {
    const { rows, columns, at } = model.matrix(name);
    const block = allocate(rows * columns);
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        block.numbers[row * columns + column] = at(row, column);
    return block;
  }

  return {
    allocate,
    load,
    loadLinear(name: string): Linear {
      const { rows, columns, at } = model.matrix(`${name}.weights`);
      const weights = allocate(rows * columns);
      let to = 0;
      for (let strip = 0; strip < columns; strip += STRIP)
        for (let row = 0; row < rows; row++)
          for (let column = strip; column < strip + STRIP; column++) weights.numbers[to++] = at(row, column);
      return { weights, bias: load(`${name}.bias`), rows, columns };
    },
    apply(from: Block, { weights, bias, rows, columns }: Linear, to: Block, count: number, relu = false) {
      gemm(from.at, weights.at, to.at, bias.at, count, rows, columns, relu ? 1 : 0);
    },
  };
}
