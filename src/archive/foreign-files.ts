import { VisibleError } from '../app/errors';
import { MEDIA_BYTES_MAX } from '../contract/limits';
import { type CageLimits, createCage } from '../outside/cage/cage';
import type { Message } from '../outside/cage/frames';
import type { FileRequest, Opening, Reading } from './caged-files';
import type { ImportedMessage } from './formats/format';
import { ENTRIES, type Entries, type List, look, type SentMessage } from './wire';

// For each request; a request brings at most fifty notes.
const LIMITS: CageLimits = { megabytes: 256, cpuMs: 60_000, wallMs: 180_000 };
const IDLE_MS = 60_000;
const ENTRIES_MAX = 10_000;

export type Look = ReturnType<typeof look.parse>;
export type ForeignFiles = Awaited<ReturnType<typeof openForeign>>;

/** A process that reads foreign files. After `end`, all that is asked of it rejects with the error. */
export function createReader() {
  let ended: Error | null = null;
  const cage = createCage('imports', LIMITS, { idleMs: IDLE_MS });
  return {
    async ask(request: FileRequest): Promise<Message> {
      if (ended) throw ended;
      return cage.ask(request as Message);
    },
    end(error: Error) {
      ended ??= error;
      cage.end(error);
    },
  };
}
export type Reader = ReturnType<typeof createReader>;

export async function openForeign(reader: Reader, opening: Opening) {
  const { format, hasAccounts } = await reader.ask({ act: 'open', ...opening });
  return {
    name: opening.name,
    format: String(format),
    hasAccounts: hasAccounts === true,
    /** Of the messages, the last batch comes with what all of them are. */
    async *batches<L extends List>(
      list: L,
      reading: Reading,
    ): AsyncGenerator<{ entries: Entries[L][]; look?: Look }> {
      await reader.ask({ act: 'begin', list, reading });
      for (;;) {
        const { entries, done, look: seen } = await reader.ask({ act: 'next' });
        if (!Array.isArray(entries) || entries.length > ENTRIES_MAX)
          throw new Error('The reader sends too much.');
        yield {
          entries: entries.map((entry) => ENTRIES[list].parse(entry) as Entries[L]),
          ...(seen !== undefined && { look: look.parse(seen) }),
        };
        if (done === true) return;
      }
    },
    toImported: ({ media, ...message }: SentMessage): ImportedMessage => ({
      ...message,
      files: media.map(({ file, ...rest }) => ({ ...rest, read: () => readFile(reader, file) })),
    }),
  };
}

async function readFile(reader: Reader, file: number): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes } = await reader.ask({ act: 'read', file });
  if (!bytes || bytes.length > MEDIA_BYTES_MAX) throw new VisibleError('BAD_REQUEST', 'A file is too large.');
  return bytes;
}
