import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedHeader, PackedTensor } from '../../src/search/embedding/packed-model';
import { NAMES, readSource, type Weights } from './weights';

const COMMON = join(import.meta.dir, 'common-part.json');
/** File of the kernel: `gemm.as.ts`, compiled by AssemblyScript with the options in its first lines. */
const KERNEL = join(import.meta.dir, 'gemm.wasm');
const ALIGNMENT = 4;
const INT8_MAX = 127;
const COMPRESSION = 12;

/** Rounds the weights to 8-bit numbers, which changes the cosine of two texts by less than 0.01. */
export function packModel(outfile: string) {
  const { weights, pieces } = readSource();
  const body = createBody();
  const tensors: Record<string, PackedTensor> = {};
  for (const [name, source] of Object.entries(NAMES)) {
    const found = weights.get(source);
    if (!found) throw new Error(`The package has no ${source}.`);
    tensors[name] = packTensor(body, found, name === 'pieces' ? 'rows' : 'columns');
  }
  const common: number[] = JSON.parse(readFileSync(COMMON, 'utf8'));
  tensors.common = packTensor(
    body,
    { shape: [common.length], numbers: Float32Array.from(common) },
    'columns',
  );
  const program = readFileSync(KERNEL);
  const kernel = { at: body.add(program), length: program.length };
  const rounded = pieces.map(([piece, score]): [string, number] => [piece, Number((score ?? 0).toFixed(4))]);
  const header = new TextEncoder().encode(
    JSON.stringify({ tensors, pieces: rounded, kernel } satisfies PackedHeader),
  );
  // spaces after the JSON, so that the numbers begin at a multiple of four
  const padded = new Uint8Array(Math.ceil(header.length / ALIGNMENT) * ALIGNMENT).fill(0x20);
  padded.set(header);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, padded.length, true);
  const partial = `${outfile}.${process.pid}.partial`;
  const content = Buffer.concat([length, padded, ...body.parts]);
  writeFileSync(partial, Bun.zstdCompressSync(content, { level: COMPRESSION }));
  renameSync(partial, outfile);
}

function packTensor(body: Body, { shape, numbers }: Weights, scaled: 'rows' | 'columns'): PackedTensor {
  const [rows = 1, columns = 1] = shape.length > 1 ? shape.slice(-2) : [1, ...shape];
  if (rows === 1) return { rows, columns, float32: body.add(bytesOf(numbers)) };
  const indexOf = (line: number, at: number) =>
    scaled === 'rows' ? line * columns + at : at * columns + line;
  const [lines, length] = scaled === 'rows' ? [rows, columns] : [columns, rows];
  const scales = new Float32Array(lines);
  const int8 = new Int8Array(numbers.length);
  for (let line = 0; line < lines; line++) {
    let most = 0;
    for (let at = 0; at < length; at++) most = Math.max(most, Math.abs(numbers[indexOf(line, at)]!));
    scales[line] = most / INT8_MAX || 1;
    for (let at = 0; at < length; at++)
      int8[indexOf(line, at)] = Math.round(numbers[indexOf(line, at)]! / scales[line]!);
  }
  return { rows, columns, int8: body.add(bytesOf(int8)), scales: body.add(bytesOf(scales)), scaled };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

type Body = { parts: Uint8Array[]; add(bytes: Uint8Array): number };

function createBody(): Body {
  const parts: Uint8Array[] = [];
  let end = 0;
  return {
    parts,
    add(bytes) {
      const at = end;
      const padding = new Uint8Array((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT);
      parts.push(bytes, padding);
      end += bytes.length + padding.length;
      return at;
    },
  };
}
