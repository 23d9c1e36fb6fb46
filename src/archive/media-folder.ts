import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { App } from '../app';
import { filePath } from '../media/files';
import type { ZipWriter } from '../zip';
import type { ArchivedFile } from './messages';

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
};

/** The media of an archive: each under the hash of its bytes, so once, and its name proves what it is. */
export class MediaFolder {
  private readonly files = new Map<string, string>();
  constructor(private readonly app: App) {}

  /** The same attachments under their names in the archive. What is not on the disk is left out. */
  async take(media: ArchivedFile[]): Promise<ArchivedFile[]> {
    const taken: ArchivedFile[] = [];
    for (const attachment of media) {
      const path = filePath(this.app, attachment.file);
      if (!existsSync(path)) continue;
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path)) hash.update(chunk);
      const file = `media/${hash.digest('hex')}.${EXTENSIONS[attachment.type] ?? 'bin'}`;
      this.files.set(file, path);
      taken.push({ ...attachment, file });
    }
    return taken;
  }

  /** Writes all that has been taken. */
  async addTo(zip: ZipWriter): Promise<void> {
    for (const [file, path] of this.files) await zip.add(file, createReadStream(path), { compress: false });
  }
}
