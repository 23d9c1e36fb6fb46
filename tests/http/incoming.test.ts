import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { VisibleError } from '../../src/app/errors';
import { readText } from '../../src/http/body';
import { type FormLimits, writeForm } from '../../src/http/multipart';
import { tempFolder } from '../support/folder';

const LIMITS: FormLimits = {
  bytes: 1_000_000,
  fileBytes: 1_000_000,
  files: 10,
  tooLarge: () => new VisibleError('PAYLOAD_TOO_LARGE', 'too large'),
  tooMany: () => new VisibleError('BAD_REQUEST', 'too many'),
};

function receive(form: FormData, folder: string, limits = LIMITS) {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return writeForm(request, request.body ?? new Blob().stream(), folder, limits);
}

test.if(process.platform === 'linux')(
  'an upload that fills the disk is refused, and the server goes on',
  async () => {
    using folder = tempFolder();
    symlinkSync('/dev/full', folder.file('0')); // a write to it fails as on a full disk
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(200_000)]), 'x');
    await expect(receive(form, folder.path)).rejects.toMatchObject({ code: 'ENOSPC' });
  },
);

test('an upload of thousands of parts is refused at its eleventh file', async () => {
  using folder = tempFolder();
  const form = new FormData();
  for (let part = 0; part < 6_000; part++) form.append('file', new Blob(['x']), 'x');
  await expect(receive(form, folder.path)).rejects.toThrow('too many');
  const fields = new FormData();
  for (let part = 0; part < 6_000; part++) fields.append('field', 'x');
  await expect(receive(fields, folder.path)).rejects.toThrow('too many');
});

test('an upload or a body that was cut off is told apart from one that is malformed', async () => {
  using folder = tempFolder();
  const cut = (signal: AbortSignal) => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const request = { headers: new Headers(headers), signal } as Request;
    return writeForm(request, new Blob([head]).stream(), folder.path, LIMITS);
  };
  await expect(cut(AbortSignal.abort())).rejects.toThrow('The upload was cut off.');
  await expect(cut(new AbortController().signal)).rejects.not.toThrow('The upload was cut off.');
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('closed')) });
  const request = new Request('http://localhost/', { method: 'POST', body });
  await expect(readText(request)).rejects.toThrow('The body did not arrive whole.');
});
