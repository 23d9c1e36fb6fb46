import type { media } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { placeOfNew, writeMediaFile } from './files';
import { MAX_PIXELS } from './images';
import { askForPicture, inPictureTurn, isUnreadable, toPicture } from './picture-cage';
import { normaliseType } from './types';
import { prepareSoon } from './widths';
import { wordsOfFile } from './words/text-files';

export type StoredFile = Pick<
  typeof media.$inferSelect,
  'type' | 'width' | 'height' | 'placeholder' | 'words'
> & {
  file: string;
  bytes: number;
};

/** A function is called only in the person's turn, so that one file at a time is in memory. */
export type FileBytes = Uint8Array<ArrayBuffer> | (() => Promise<Uint8Array<ArrayBuffer>>);

/** The file is on the disk, or in S3, once this resolves. */
export async function storeFile(
  app: App,
  person: number,
  bytes: FileBytes,
  declaredType: string,
): Promise<StoredFile> {
  const place = await placeOfNew(app);
  const stored = await inPictureTurn(app, person, async () => {
    const input = typeof bytes === 'function' ? await bytes() : bytes;
    const cleaned = await cleanFile(app, input, normaliseType(declaredType));
    const file = place ? place.stage(cleaned.bytes) : writeMediaFile(app, cleaned.bytes);
    const words = wordsOfFile(cleaned.type, cleaned.bytes);
    return { ...cleaned, file, bytes: cleaned.bytes.length, words };
  });
  await place?.send(stored.file); // after the turn, so that nobody else waits for S3
  if (stored.width !== null) prepareSoon(app, { file: stored.file, width: stored.width });
  return stored;
}

type CleanFile = Omit<StoredFile, 'file' | 'bytes' | 'words'> & { bytes: Uint8Array<ArrayBuffer> };

/** Removes the metadata of pictures and films. Call it in a turn. */
export async function cleanFile(app: App, input: Uint8Array<ArrayBuffer>, type: string): Promise<CleanFile> {
  const answer = await askForPicture(app, { act: 'clean', type, bytes: input });
  if (isUnreadable(answer)) throw new UnreadablePicture();
  if (answer.width !== undefined) return { ...toPicture(answer), placeholder: String(answer.placeholder) };
  return { bytes: answer.bytes ?? input, type, width: null, height: null, placeholder: null };
}

/** An image that cannot be decoded is not stored, because its metadata could not be removed. */
export class UnreadablePicture extends VisibleError {
  constructor() {
    super(
      'UNSUPPORTED_MEDIA_TYPE',
      `This picture cannot be read here. Send it as JPEG, PNG, WebP, GIF or HEIC, with at most ${MAX_PIXELS / 1e6} megapixels.`,
    );
  }
}

export const UNREADABLE_LINE = '(A picture came with this that cannot be read here.)';

export const appendLine = (content: string, line: string) => (content ? `${content}\n${line}` : line);

export function removeLine(content: string, line: string): string {
  const lines = content.split('\n');
  const at = lines.lastIndexOf(line);
  return at < 0 ? content : lines.toSpliced(at, 1).join('\n');
}
