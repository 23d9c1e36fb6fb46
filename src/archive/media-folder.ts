import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { App } from '../app/app';
import type { ZipWriter } from '../app/zip';
import { filePath } from '../media/files';
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
  private readonly paths = new Map<string, string>();
  constructor(
    private readonly app: App,
    readonly zip: ZipWriter,
  ) {}

  /** Leaves out files that are missing on the disk. */
  async *addFilesOf(messages: Iterable<ArchivedMessage>): AsyncGenerator<ArchivedMessage> {
    for (const message of messages) {
      const media: ArchivedFile[] = [];
      for (const archived of message.media) {
        const path = filePath(this.app, archived.file);
        if (!existsSync(path)) continue;
        const hash = createHash('sha256');
        for await (const chunk of createReadStream(path)) hash.update(chunk);
        const file = `media/${hash.digest('hex')}.${EXTENSIONS[archived.type] ?? 'bin'}`;
        this.paths.set(file, path);
        media.push({ ...archived, file });
      }
      yield { ...message, media };
    }
  }

  readonly write = async (): Promise<void> => {
    for (const [file, path] of this.paths)
      await this.zip.add(file, createReadStream(path), { compress: false });
  };
}
