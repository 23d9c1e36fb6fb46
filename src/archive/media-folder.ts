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

export type Named = {
  archived: ArchivedFile;
  message: ArchivedMessage;
  position: number;
  sha256: string;
  bytes: number;
};

/** Equal files are stored once, and an import can verify them. */
const nameByHash = ({ archived, sha256 }: Named): string =>
  `media/${sha256}.${EXTENSIONS[archived.type] ?? 'bin'}`;

export class MediaFolder {
  private readonly files = new Map<string, string>();
  constructor(
    private readonly app: App,
    readonly zip: ZipWriter,
    private readonly nameOf: (file: Named) => string = nameByHash,
  ) {}

  /** Leaves out files that are missing. */
  async *addFilesOf(messages: Iterable<ArchivedMessage>): AsyncGenerator<ArchivedMessage> {
    for (const message of messages) {
      const media: ArchivedFile[] = [];
      for (const [position, archived] of message.media.entries()) {
        const path = await findPath(this.app, archived.file);
        if (!path) continue;
        const hash = createHash('sha256');
        let bytes = 0;
        for await (const chunk of createReadStream(path)) {
          hash.update(chunk);
          bytes += chunk.length;
        }
        const sha256 = hash.digest('hex');
        const file = this.nameOf({ archived, message, position, sha256, bytes });
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
