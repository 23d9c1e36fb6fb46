import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reencode } from '../../src/media/images';

const photo = () => new Uint8Array(readFileSync(join(import.meta.dir, 'iphone.heic')));

test('an iPhone photo with more pixels than allowed is not decoded, even to a small picture', async () => {
  const { width, height } = (await reencode(photo()))!;
  const maxPixels = width * height;
  expect(await reencode(photo(), { side: 16, maxPixels })).toMatchObject({ type: 'image/jpeg' });
  expect(await reencode(photo(), { side: 16, maxPixels: maxPixels - 1 })).toBeNull();
});

test('the decoder of iPhone photos gets at most 512 MB of memory', async () => {
  const ask = (pages: number) => {
    const worker = new Worker(new URL('./heic-memory.ts', import.meta.url));
    const { promise, resolve } = Promise.withResolvers<string>();
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(pages);
    return promise.finally(() => worker.terminate());
  };
  expect(await ask(8192)).toBe('grown');
  expect(await ask(8193)).toBe('A photo needs less memory.');
});
