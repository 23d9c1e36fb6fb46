import type { Message } from '../outside/cage/frames';
import { stripGifMetadata } from './gif';
import { type Format, type Picture, reencode, resizeToWidth } from './images';
import { makePlaceholder } from './placeholder';
import { squarePicture } from './square';
import { blankVideoMetadata } from './videos';

export type PictureRequest = { bytes?: Uint8Array<ArrayBuffer> } & (
  | { act: 'clean'; type: string }
  | { act: 'reencode'; side: number; maxPixels: number; to: Format }
  | { act: 'square'; side: number }
  | { act: 'resize'; path: string; width: number; to: Format }
  | { act: 'placeholder'; path: string }
);

/** All of them consist of boxes (ISO 14496-12). */
const PHONE_VIDEO = /^video\/(mp4|quicktime|3gpp2?|x-m4v)$/;
const TYPE_BYTES = 4096;

/** Is called only in a process of its own. */
export async function decode(message: Message): Promise<Message> {
  const request = message as PictureRequest;
  const { bytes = new Uint8Array() } = request;
  switch (request.act) {
    case 'clean':
      return clean(bytes, request.type);
    case 'reencode':
      return (await reencode(bytes, request)) ?? { unreadable: true };
    case 'square':
      return (await squarePicture(bytes, request.side)) ?? { unreadable: true };
    case 'resize':
      return resizeToWidth(await Bun.file(request.path).bytes(), request.width, request.to);
    case 'placeholder':
      return { placeholder: await makePlaceholder(await Bun.file(request.path).bytes()) };
  }
}

/** Answers nothing for a file that stays as it is. */
async function clean(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<Message> {
  const encoded = await reencode(bytes);
  const found = encoded ? '' : await detectType(bytes);
  if (!encoded && [type, found].some((type) => type.startsWith('image/'))) return { unreadable: true };
  if (!encoded) {
    if (!PHONE_VIDEO.test(found)) return {};
    blankVideoMetadata(bytes);
    return { bytes };
  }
  const animation = stripGifMetadata(bytes);
  const picture: Picture = animation ? { ...encoded, bytes: animation, type: 'image/gif' } : encoded;
  return { ...picture, placeholder: await makePlaceholder(picture.bytes) };
}

async function detectType(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(bytes.subarray(0, TYPE_BYTES)))?.mime ?? '';
}
