import type { media } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { writeMediaFile } from './files';
import { stripGifMetadata } from './gif';
import { MAX_PIXELS, type Picture, reencode } from './images';
import { makePlaceholder } from './placeholder';
import { blankVideoMetadata } from './videos';
import { prepareSoon } from './widths';

/** All of them consist of boxes (ISO 14496-12). */
const PHONE_VIDEO = /^video\/(mp4|quicktime|3gpp2?|x-m4v)$/;
const TYPE_BYTES = 4096;

export type StoredFile = Pick<typeof media.$inferSelect, 'type' | 'width' | 'height' | 'placeholder'> & {
  file: string;
  bytes: number;
};

export async function storeFile(
  app: App,
  input: Uint8Array<ArrayBuffer>,
  declaredType: string,
): Promise<StoredFile> {
  const type = normaliseType(declaredType);
  const stripped = (await stripImageMetadata(input, type)) ?? {
    bytes: input,
    type,
    width: null,
    height: null,
  };
  if (PHONE_VIDEO.test(await detectType(stripped.bytes))) blankVideoMetadata(stripped.bytes);
  const { bytes, width } = stripped;
  const placeholder = width === null ? null : await makePlaceholder(bytes);
  const file = writeMediaFile(app, bytes);
  if (width !== null) prepareSoon(app, { file, width });
  return { ...stripped, file, bytes: bytes.length, placeholder };
}

export async function stripImageMetadata(
  input: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<Picture | null> {
  const picture = await reencode(input);
  if (!picture && [type, await detectType(input)].some((type) => type.startsWith('image/')))
    throw new UnreadablePicture();
  const animation = picture && stripGifMetadata(input);
  return animation ? { ...picture, bytes: animation, type: 'image/gif' } : picture;
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

/** The type is used to choose an icon and a player, but not to decide how a browser treats the bytes. */
export function normaliseType(type: string): string {
  const mimeType = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

async function detectType(bytes: Uint8Array): Promise<string> {
  // imported when it is first needed, because this import takes a tenth of the time in which the program
  // starts
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, TYPE_BYTES)))?.mime ?? '';
}
