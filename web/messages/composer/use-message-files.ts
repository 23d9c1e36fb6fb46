import { useState } from 'react';
import { MEDIA_MAX } from '../../../src/contract/limits';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import { isPending } from '../../product/pending/change';
import { toastError } from '../../ui/toast';
import { mediaKind } from '../card/media-layout';
import { type Attachment, useAttachments } from './use-attachments';

/** A stored file of the message, or a new one. */
export type MessageFile = { key: string; name: string; stored?: Media; added?: Attachment };

const KINDS = { photo: 'Photo', video: 'Video', sound: 'Voice note', contact: 'Contact card', file: 'File' };

/** The files of a message that is edited, in the order that it will have. */
export function useMessageFiles(message: Message) {
  const { media } = message;
  const { attachments, add, remove, uploading } = useAttachments();
  const before = media.map(toStored);
  const [order, setOrder] = useState(() => before.map(({ key }) => key));
  const files = [...before, ...attachments.map(toAdded)]
    .filter(({ key, added }) => added || order.includes(key))
    .sort((one, other) => placeIn(order, one) - placeIn(order, other));
  const keys = files.map(({ key }) => key);
  const isChanged = keys.join() !== before.map(({ key }) => key).join();
  return {
    files,
    uploading,
    isChanged,
    isFull: files.length >= MEDIA_MAX,
    /** A file that could not be uploaded, for want of a connection, has no id. */
    isUnsent: attachments.some(({ id, sent }) => id === null && sent === null),
    mediaIds: isChanged ? files.flatMap(({ stored, added }) => stored?.id ?? added?.id ?? []) : undefined,
    canChange: !isPending(message),
    add(chosen: Iterable<File>) {
      const all = [...chosen];
      const free = MEDIA_MAX - files.length;
      if (all.length > free) toastError(`A message can have at most ${MEDIA_MAX} files.`, 'Upload Failed');
      add(all.slice(0, free));
    },
    remove({ key, added }: MessageFile) {
      if (added) remove(added.key);
      setOrder(keys.filter((other) => other !== key));
    },
    move({ key }: MessageFile, by: -1 | 1) {
      const at = keys.indexOf(key);
      setOrder(keys.toSpliced(at, 1).toSpliced(at + by, 0, key));
    },
  };
}

export type MessageFiles = ReturnType<typeof useMessageFiles>;

const toStored = (stored: Media, at: number): MessageFile => ({
  key: `stored ${stored.id}`,
  name: stored.name ?? `${KINDS[mediaKind(stored.type)]} ${at + 1}`,
  stored,
});

const toAdded = (added: Attachment): MessageFile => ({ key: `added ${added.key}`, name: added.name, added });

/** New files come last until they are moved. */
const placeIn = (order: string[], { key }: MessageFile) =>
  order.includes(key) ? order.indexOf(key) : order.length;
