import { createHash } from 'node:crypto';
import { MEDIA_BYTES_MAX } from '../../contract/limits';
import type { Bundle } from '../bundle';
import { refusal, toRefusal } from '../notes';
import type { ArchivedFile, ArchivedMessage } from '../schemas';
import type { ImportedFile, ImportedMessage } from './format';

export function toImported(bundle: Bundle, { media, ...message }: ArchivedMessage): ImportedMessage {
  return { ...message, files: media.map((archived) => toFile(bundle, archived)) };
}

function toFile(bundle: Bundle, { file, type, name, alt }: ArchivedFile): ImportedFile {
  const bytes = bundle.size(file);
  if (!bundle.has(file) || bytes > MEDIA_BYTES_MAX)
    throw refusal(bundle.name, `${file} is missing or too large.`);
  return { name, type, bytes, ...(alt !== undefined && { alt }), read: () => readFile(bundle, file) };
}

/** Throws a VisibleError unless the name of the file is the hash of its bytes. */
async function readFile(bundle: Bundle, file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    const bytes = Buffer.concat(await Array.fromAsync(bundle.chunks(file)));
    const [, sha256] = /^media\/([0-9a-f]{64})\.\w+$/.exec(file) ?? [];
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
    throw new Error(`${file} is not as it was written`);
  } catch (error) {
    throw toRefusal(bundle.name, error);
  }
}
