import { read } from 'node:fs';
import { promisify } from 'node:util';

const CHUNK = 64 * 1024;
const readAt = promisify(read);

/** Takes a number and not a FileHandle, which must not be forgotten before it is closed. */
export async function* readRange(
  file: number,
  start: number,
  bytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = start; at < start + bytes; ) {
    const buffer = new Uint8Array(Math.min(CHUNK, start + bytes - at));
    const { bytesRead } = await readAt(file, buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error('it ends too early');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
