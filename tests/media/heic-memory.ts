import '../../src/media/heic-worker';

/** A worker thread that tells whether a memory may grow to this number of pages of 64 kB under the decoder's limit. */

self.onmessage = ({ data: pages }: MessageEvent<number>) => {
  try {
    new WebAssembly.Memory({ initial: 1 }).grow(pages - 1);
    self.postMessage('grown');
  } catch (error) {
    self.postMessage((error as Error).message);
  }
};
