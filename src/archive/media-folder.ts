import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { App } from '../app/app';
import type { ZipWriter } from '../app/zip';
import { filePath, findPath } from '../media/files';
import type { ArchivedFile, ArchivedMessage } from './schemas';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/**
 * Each file is named by the hash of its bytes, so that equal files are stored once and an import can verify
 * them.
 */
export class MediaFolder {
  private readonly files = new Map<string, string>();
  constructor(
    private readonly app: App,
    readonly zip: ZipWriter,
  ) {}

  /** Leaves out files that are missing. */
  async *addFilesOf(messages: Iterable<ArchivedMessage>): AsyncGenerator<ArchivedMessage> {
    for (const message of messages) {
      const media: ArchivedFile[] = [];
      for (const archived of message.media) {
        const path = await findPath(this.app, archived.file);
        if (!path) continue;
        const hash = createHash('sha256');
        for await (const chunk of createReadStream(path)) hash.update(chunk);
        const file = `media/${hash.digest('hex')}.${EXTENSIONS[archived.type] ?? 'bin'}`;
        this.files.set(file, archived.file);
        media.push({ ...archived, file });
      }
      yield { ...message, media };
    }
  }

  readonly write = async (): Promise<void> => {
    for (const [name, file] of this.files) {
      // again, because a copy of what is in S3 may be gone
      const path = (await findPath(this.app, file)) ?? filePath(this.app, file);
      await this.zip.add(name, createReadStream(path), { compress: false });
    }
  };
}
