import type { Message } from '../../../src/contract/messages';
import { onSilence } from '../../ui/reach';

export type UploadedFile = Message['media'][number];

/** Given up if the server is silent too (ui/reach.ts). */
const STUCK_MS = 2000;

/** `fetch` cannot report progress. Rejects with a TypeError if the server cannot be reached. */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error(''));
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('files', file);
    request.open('POST', '/api/media');
    request.responseType = 'json';
    let progressAt = performance.now();
    const stopWaiting = onSilence(() => {
      if (performance.now() - progressAt < STUCK_MS) return;
      reject(new TypeError('The server does not answer.'));
      request.abort();
    });
    request.onloadend = stopWaiting;
    request.upload.onprogress = ({ loaded, total }) => {
      progressAt = performance.now();
      onProgress(loaded / total);
    };
    request.onload = () => {
      const answer = request.response as [UploadedFile] | { message?: string } | null;
      if (request.status === 201 && Array.isArray(answer)) resolve(answer[0]);
      else reject(new Error((answer as { message?: string } | null)?.message ?? ''));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new Error(''));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
