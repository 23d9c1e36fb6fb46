import '../../src/media/heic-worker';

/**
 * A worker thread that tries to grow a WebAssembly memory to a number of pages of 64 kB. The memory limit of
 * the HEIC decoder applies to this thread. Answers `grown`, or the message of the error.
 */

self.onmessage = ({ data: pages }: MessageEvent<number>) => {
  try {
    new WebAssembly.Memory({ initial: 1 }).grow(pages - 1);
    self.postMessage('grown');
  } catch (error) {
    self.postMessage((error as Error).message);
  }
};
