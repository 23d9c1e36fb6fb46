import { useEffect, useRef, useState } from 'react';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../../../src/contract/limits';
import { toastError } from '../../ui/toast';
import { uploadFile } from './upload-file';

export type Attachment = {
  key: number;
  name: string;
  /** An address of the picture itself, for what is one. */
  preview: string | null;
  /** How much of it has been sent, from 0 to 1. */
  sent: number;
  /** Its number at the server, once it is there. */
  id: number | null;
};

/** Pictures that every browser shows by itself. An iPhone's is seen once the server has drawn it. */
const SHOWN = /^image\/(jpeg|png|webp|gif)$/;

/** The files of a message that is being written. They are sent at once, but in turn: a phone's line has room for one. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const sending = useRef(new Map<number, AbortController>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const previews = useRef<string[]>([]);
  const nextKey = useRef(0);

  // who closes the dialog gives up what is still on its way; what has arrived is forgotten by the server in a day
  useEffect(
    () => () => {
      for (const upload of sending.current.values()) upload.abort();
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const change = (key: number, change: Partial<Attachment>) =>
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  function remove(key: number) {
    sending.current.get(key)?.abort();
    setAttachments((all) => all.filter((one) => one.key !== key));
  }

  async function send(file: File) {
    const key = nextKey.current++;
    const preview = SHOWN.test(file.type) ? URL.createObjectURL(file) : null;
    if (preview) previews.current.push(preview);
    const upload = new AbortController();
    sending.current.set(key, upload);
    setAttachments((all) => [...all, { key, name: file.name, preview, sent: 0, id: null }]);
    const sent = last.current.then(() => uploadFile(file, (sent) => change(key, { sent }), upload.signal));
    last.current = sent.catch(() => {});
    try {
      const { id, type, url } = await sent;
      change(key, { sent: 1, id, preview: preview ?? (type.startsWith('image/') ? url : null) });
    } catch (error) {
      if (upload.signal.aborted) return;
      remove(key);
      toastError((error as Error).message || `${file.name} could not be uploaded.`, 'Upload Failed');
    }
    sending.current.delete(key);
  }

  function add(files: Iterable<File>) {
    const all = [...files];
    const small = all.filter((file) => file.size <= MEDIA_BYTES_MAX);
    const room = MEDIA_MAX - attachments.length;
    if (small.length < all.length)
      toastError(`A file can have at most ${MEDIA_BYTES_MAX / 1024 / 1024} MB.`, 'Upload Failed');
    else if (small.length > room)
      toastError(`A message can have at most ${MEDIA_MAX} files.`, 'Upload Failed');
    for (const file of small.slice(0, room)) void send(file);
  }

  return { attachments, add, remove, underWay: attachments.some(({ id }) => id === null) };
}
