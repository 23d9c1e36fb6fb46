import { readFileSync } from 'node:fs';

const ZSTD = 0x28b52ffd;

/** Reads a file that the executable has compressed; run from source, it is as its package brings it. */
export function readPacked(file: string): Uint8Array {
  const bytes = readFileSync(file);
  return bytes.readUInt32BE(0) === ZSTD ? Bun.zstdDecompressSync(bytes) : bytes;
}
