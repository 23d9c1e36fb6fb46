import { READER } from '../../../src/contract/reader';
import { fetchInTime } from '../../ui/reach';

/** Thrown if the server refuses an upload. Contains the server's response. */
export class UploadRefused extends Error {
  constructor(
    sentence: string,
    readonly response: Response,
  ) {
    super(sentence);
  }
}

/**
 * Uploads a file for a user and returns the id of the file. Throws a TypeError if the server cannot be
 * reached, and UploadRefused if the server refuses the file.
 */
export async function uploadKept(blob: Blob, name: string, account: number): Promise<number> {
  const body = new FormData();
  body.append('files', blob, name);
  const response = await fetchInTime('/api/media', {
    method: 'POST',
    body,
    headers: { [READER]: String(account) },
  });
  const answer = await response.json().catch(() => null);
  if (response.status === 201) return answer[0].id;
  throw new UploadRefused(answer?.message ?? `${name} could not be uploaded.`, response);
}
