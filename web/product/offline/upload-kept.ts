import { READER } from '../../../src/contract/reader';
import { fetchInTime } from '../../ui/reach';

export class UploadRefused extends Error {
  constructor(
    sentence: string,
    readonly response: Response,
  ) {
    super(sentence);
  }
}

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
