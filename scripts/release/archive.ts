import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export type Packed = { path: string; mode: number; bytes: Uint8Array };

/** It is constant, so that equal contents make equal archives. */
const TIME = [2026, 0, 1] as const;
const BLOCK = 512;

/** Writes a ustar of the files, in the order of their paths, owned by root. */
export function tarOf(files: Packed[]): Uint8Array<ArrayBuffer> {
  const blocks = sorted(files).flatMap(({ path, mode, bytes }) => {
    const header = Buffer.alloc(BLOCK);
    const octal = (value: number, at: number, length: number) =>
      header.write(value.toString(8).padStart(length - 1, '0'), at);
    header.write(path, 0);
    octal(mode, 100, 8);
    octal(0, 108, 8);
    octal(0, 116, 8);
    octal(bytes.length, 124, 12);
    octal(Date.UTC(...TIME) / 1000, 136, 12);
    header.write('        0', 148); // the sum is made as if it were spaces
    header.write('ustar\x0000root', 257);
    header.write('root', 297);
    octal(
      header.reduce((sum, byte) => sum + byte),
      148,
      7,
    );
    header[154] = 0;
    return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]);
}

export async function zipOf(files: Packed[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const { path, mode, bytes } of sorted(files))
    zip.addBuffer(Buffer.from(bytes), path, {
      mtime: new Date(...TIME), // zips tell local time
      mode: 0o100000 | mode,
      forceDosTimestamp: true, // the other one would tell the time zone of the machine
      compressionLevel: 9,
    });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream & AsyncIterable<Uint8Array>);
}

const sorted = (files: Packed[]) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
