import { VisibleError } from '../app/errors';
import type { Place } from './login';

export async function readStdin({ stdin }: Place, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.length;
    if (size > max)
      throw new VisibleError(
        'PAYLOAD_TOO_LARGE',
        `More than ${Math.floor(max / 1024)} kB came from the pipe. Send less of it, such as its end by tail.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
