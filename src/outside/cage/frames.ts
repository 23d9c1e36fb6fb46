/** What a cage and its owner say to each other: lengths of both parts, then JSON, then bytes. */
export type Message = Record<string, unknown> & { bytes?: Uint8Array<ArrayBuffer> };

const HEADER_BYTES = 8;
const JSON_MAX = 16 * 1024 * 1024;
/** A picture of 4,096 by 4,096 noisy pixels has 64 MB as PNG. */
const BYTES_MAX = 80 * 1024 * 1024;

export function toFrame({ bytes, ...rest }: Message): Uint8Array<ArrayBuffer> {
  const json = Buffer.from(JSON.stringify({ ...rest, hasBytes: bytes !== undefined }));
  const frame = Buffer.allocUnsafe(HEADER_BYTES + json.length + (bytes?.length ?? 0));
  frame.writeUInt32BE(json.length, 0);
  frame.writeUInt32BE(bytes?.length ?? 0, 4);
  frame.set(json, HEADER_BYTES);
  if (bytes) frame.set(bytes, HEADER_BYTES + json.length);
  return frame;
}

/** Throws for a frame that is too large or no JSON object, because its sender may be under foreign control. */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  const read: Uint8Array[] = [];
  let size = 0;
  let wanted = HEADER_BYTES;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      const all =
        read.length === 1 ? Buffer.from(read[0]!.buffer, read[0]!.byteOffset, size) : Buffer.concat(read);
      const [json, bytes] = [all.readUInt32BE(0), all.readUInt32BE(4)];
      if (json > JSON_MAX || bytes > BYTES_MAX) throw new Error('a message is too large');
      const end = HEADER_BYTES + json + bytes;
      read.splice(0, read.length, size >= end ? all.subarray(end) : all);
      wanted = size >= end ? HEADER_BYTES : end;
      if (size < end) break;
      size -= end;
      yield toMessage(all.subarray(HEADER_BYTES, HEADER_BYTES + json), all.subarray(end - bytes, end));
    }
  }
}

function toMessage(json: Buffer, bytes: Buffer): Message {
  const { hasBytes, ...message } = JSON.parse(json.toString());
  return hasBytes ? { ...message, bytes: new Uint8Array(bytes) } : message;
}
