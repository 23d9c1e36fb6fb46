import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddingError } from '../../app/embedder';

/** `scripts/model/pack.ts` writes the file, compressed with zstd. */
const MODEL_FILE = 'english.model';
const MODEL_SHA256 = 'cfa0baa374f0219006cc4443aafa8dae1da83591b847693156af3f8d1da48149';

/**
 * There is a scale for each column, or for each row if `scaled` is `rows`. Offsets are bytes from the end of
 * the header.
 */
export type PackedTensor =
  | { rows: number; columns: number; float32: number }
  | { rows: number; columns: number; int8: number; scales: number; scaled: 'rows' | 'columns' };

/** The file begins with the length of the header in 4 bytes. */
export type PackedHeader = {
  tensors: Record<string, PackedTensor>;
  pieces: [piece: string, score: number][];
  kernel: { at: number; length: number };
};

export type Matrix = { rows: number; columns: number; at(row: number, column: number): number };

export type PackedModel = {
  pieces: PackedHeader['pieces'];
  kernel: Uint8Array<ArrayBuffer>;
  matrix(name: string): Matrix;
};

export const modelPath = (): string =>
  Bun.isStandaloneExecutable
    ? join(import.meta.dir, MODEL_FILE)
    : join(import.meta.dir, '../../../dist', MODEL_FILE);

export function readModel(file = modelPath()): PackedModel {
  if (!existsSync(file))
    throw new EmbeddingError(`The English model is missing: there is no ${file}. Start with bun start once.`);
  const content = readContent(file);
  if (!content)
    throw new EmbeddingError(
      `The English model is damaged or of another version: delete ${file} and start with bun start.`,
    );
  return parseModel(content);
}

export function readContent(file: string): Buffer<ArrayBuffer> | null {
  try {
    const content = Bun.zstdDecompressSync(readFileSync(file)) as Buffer<ArrayBuffer>;
    return new Bun.CryptoHasher('sha256').update(content).digest('hex') === MODEL_SHA256 ? content : null;
  } catch {
    return null;
  }
}

function parseModel(file: Buffer<ArrayBuffer>): PackedModel {
  const headerLength = file.readUInt32LE(0);
  const { tensors, pieces, kernel }: PackedHeader = JSON.parse(file.toString('utf8', 4, 4 + headerLength));
  const start = file.byteOffset + 4 + headerLength;
  const floats = (at: number, length: number) => new Float32Array(file.buffer, start + at, length);
  return {
    pieces,
    kernel: new Uint8Array(file.buffer, start + kernel.at, kernel.length),
    matrix(name) {
      const tensor = tensors[name];
      if (!tensor) throw new EmbeddingError(`The English model has no ${name}.`);
      const { rows, columns } = tensor;
      if ('float32' in tensor) {
        const numbers = floats(tensor.float32, rows * columns);
        return { rows, columns, at: (row, column) => numbers[row * columns + column]! };
      }
      const byRows = tensor.scaled === 'rows';
      const numbers = new Int8Array(file.buffer, start + tensor.int8, rows * columns);
      const scales = floats(tensor.scales, byRows ? rows : columns);
      return {
        rows,
        columns,
        at: (row, column) => numbers[row * columns + column]! * scales[byRows ? row : column]!,
      };
    },
  };
}
