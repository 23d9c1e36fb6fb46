import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import { writeMediaFile } from './files';
import { stripGifMetadata } from './gif';
import { MAX_PIXELS, type Picture, reencode } from './images';
import { makePlaceholder } from './placeholder';
import { blankVideoMetadata } from './videos';
import { prepareSoon } from './widths';

/** Matches the types of the videos that phones make. All of them consist of boxes (ISO 14496-12). */
const PHONE_VIDEO = /^video\/(mp4|quicktime|3gpp2?|x-m4v)$/;
/** Number of bytes at the start of a file that show its type. */
const TYPE_BYTES = 4096;

export type StoredFile = {
  file: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /**
   * Colours to show until a picture is loaded (src/contract/media.ts). Null for a file that is no picture.
   */
  placeholder: string | null;
};

/**
 * Writes a file from a user into the media folder. Images and phone videos lose their metadata, such as the
 * place where they were made (docs/product.md: Photos by text). Returns the columns of the file's row. Throws
 * UnreadablePicture for an image that cannot be decoded.
 */
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

/**
 * Returns an image without its metadata, or null for a file that is no image. Throws UnreadablePicture for an
 * image that cannot be decoded.
 */
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

/**
 * Thrown for an image that cannot be decoded. Such an image is not stored, because its metadata could not be
 * removed.
 */
export class UnreadablePicture extends VisibleError {
  constructor() {
    super(
      'UNSUPPORTED_MEDIA_TYPE',
      `This picture cannot be read here. Send it as JPEG, PNG, WebP, GIF or HEIC, with at most ${MAX_PIXELS / 1e6} megapixels.`,
    );
  }
}

/** Line that is added to a message in place of an unreadable picture. */
export const UNREADABLE_LINE = '(A picture came with this that cannot be read here.)';

/** Adds a line to the content of a message. */
export const appendLine = (content: string, line: string) => (content ? `${content}\n${line}` : line);

/** Removes the last line that equals `line` from the content of a message. */
export function removeLine(content: string, line: string): string {
  const lines = content.split('\n');
  const at = lines.lastIndexOf(line);
  return at < 0 ? content : lines.toSpliced(at, 1).join('\n');
}

/**
 * Returns the MIME type that the sender declares, in lower case and without parameters, or
 * `application/octet-stream` if the declared type is malformed. The type is used to choose an icon and a
 * player, but not to decide how a browser treats the bytes.
 */
export function normaliseType(type: string): string {
  const mimeType = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[\w.+-]{1,80}$/.test(mimeType) ? mimeType : 'application/octet-stream';
}

/** Returns the MIME type that the first bytes of a file show, or an empty string for an unknown type. */
async function detectType(bytes: Uint8Array): Promise<string> {
  // imported when it is first needed, because this import takes a tenth of the time in which the program
  // starts
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, TYPE_BYTES)))?.mime ?? '';
}
