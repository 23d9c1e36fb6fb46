import type { Message } from '../../../src/contract/messages';
import type { NewFile, Write } from './offline';

export async function bodyOf(write: Write) {
  if (write.kind === 'remove')
    return { kind: 'remove', id: write.before.id, before: withoutMark(write.before) };
  if (write.kind !== 'add') {
    const { kind, input, before, after } = write;
    return { kind, id: before.id, input, before: withoutMark(before), after: withoutMark(after) };
  }
  const { input, files, shown } = write;
  const sizes = await Promise.all(files.map(({ file }) => pictureSize(file)));
  const media = files.map(({ file }, at) => ({
    id: -1 - at,
    url: '',
    type: file.type || 'application/octet-stream',
    name: file.name,
    width: sizes[at]?.width ?? null,
    height: sizes[at]?.height ?? null,
    resized: null,
    placeholder: null,
    alt: null,
    words: null,
  }));
  return { kind: 'add', id: 0, input, files: files.map(toKeptFile), shown: { ...shown, media } };
}

const toKeptFile = ({ id, file }: NewFile) => ({
  blob: file as Blob,
  name: file.name,
  uploaded: id === null ? null : { id, at: Date.now() },
});

const withoutMark = ({ kept: _, ...message }: Message & { kept?: boolean }): Message => message;

async function pictureSize(file: Blob): Promise<{ width: number; height: number } | null> {
  if (!file.type.startsWith('image/') || !('createImageBitmap' in globalThis)) return null;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap;
  bitmap.close();
  return { width, height };
}
