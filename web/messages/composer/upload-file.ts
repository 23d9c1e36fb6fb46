import type { Message } from '../../../src/contract/messages';

export type UploadedFile = Message['media'][number];

/**
 * Uploads a file to POST /api/media. Calls `onProgress` with the uploaded share, from 0 to 1, which `fetch`
 * could not report. Rejects with a TypeError if the server cannot be reached, and otherwise with an Error
 * whose message is the server's sentence. The message is empty if the server sent no sentence, or if `signal`
 * aborted the upload.
 */
export function uploadFile(
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('files', file);
    request.open('POST', '/api/media');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const answer = request.response as [UploadedFile] | { message?: string } | null;
      if (request.status === 201 && Array.isArray(answer)) resolve(answer[0]);
      else reject(new Error((answer as { message?: string } | null)?.message ?? ''));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new Error(''));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) reject(new Error(''));
    else request.send(form);
  });
}
