import '../../src/media/heic-worker';

/**
 * A worker thread that answers whether a WebAssembly memory may grow to a number of pages of 64 kB, under the
 * limit of the decoder.
 */

self.onmessage = ({ data: pages }: MessageEvent<number>) => {
  try {
    new WebAssembly.Memory({ initial: 1 }).grow(pages - 1);
    self.postMessage('grown');
  } catch (error) {
    self.postMessage((error as Error).message);
  }
};
