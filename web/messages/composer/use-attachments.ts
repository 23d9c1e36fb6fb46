import { useEffect, useRef, useState } from 'react';
import { MEDIA_BYTES_MAX, MEDIA_MAX } from '../../../src/contract/limits';
import { uploadedFiles } from '../../product/pending/expected-messages';
import { toastError } from '../../ui/toast';
import { uploadFile } from './upload-file';

export type Attachment = {
  key: number;
  name: string;
  preview: string | null;
  sent: number | null;
  id: number | null;
  file: File;
};

/** Others, such as HEIC, are shown once the server has re-encoded them. */
const SHOWABLE = /^image\/(jpeg|png|webp|gif)$/;

/** Uploads one after the other, because the connection of a phone is too slow for several. */
export function useAttachments(initial: File[] = []) {
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const uploads = useRef(new Map<number, AbortController>());
  const lastUpload = useRef<Promise<unknown>>(Promise.resolve());
  const previews = useRef<string[]>([]);
  const nextKey = useRef(0);

  // aborts running uploads when the dialog is closed; the server deletes files without a message after a day
  useEffect(
    () => () => {
      for (const upload of uploads.current.values()) upload.abort();
      for (const preview of previews.current) URL.revokeObjectURL(preview);
    },
    [],
  );

  const update = (key: number, changes: Partial<Attachment>) =>
    setAttachments((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));

  function remove(key: number) {
    uploads.current.get(key)?.abort();
    setAttachments((all) => all.filter((one) => one.key !== key));
  }

  async function upload(file: File) {
    const key = nextKey.current++;
    const preview = SHOWABLE.test(file.type) ? URL.createObjectURL(file) : null;
    if (preview) previews.current.push(preview);
    const abort = new AbortController();
    uploads.current.set(key, abort);
    setAttachments((all) => [...all, { key, name: file.name, preview, sent: 0, id: null, file }]);
    const sent = lastUpload.current.then(() =>
      uploadFile(file, (sent) => update(key, { sent }), abort.signal),
    );
    lastUpload.current = sent.catch(() => {});
    try {
      const uploaded = await sent;
      const { id, type, url } = uploaded;
      uploadedFiles.set(id, uploaded);
      update(key, { sent: null, id, preview: preview ?? (type.startsWith('image/') ? url : null) });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof TypeError) update(key, { sent: null });
      else {
        remove(key);
        toastError((error as Error).message || `${file.name} could not be uploaded.`, 'Upload Failed');
      }
    }
    uploads.current.delete(key);
  }

  function add(files: Iterable<File>) {
    const all = [...files];
    const small = all.filter((file) => file.size <= MEDIA_BYTES_MAX);
    const free = MEDIA_MAX - attachments.length;
    if (small.length < all.length)
      toastError(`A file can have at most ${MEDIA_BYTES_MAX / 1024 / 1024} MB.`, 'Upload Failed');
    else if (small.length > free)
      toastError(`A message can have at most ${MEDIA_MAX} files.`, 'Upload Failed');
    for (const file of small.slice(0, free)) void upload(file);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the files to begin with are added once
  useEffect(() => add(initial), []);

  return {
    attachments,
    add,
    remove,
    replaceAll: setAttachments,
    uploading: attachments.some(({ sent }) => sent !== null),
  };
}
