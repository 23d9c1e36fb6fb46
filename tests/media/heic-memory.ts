import '../../src/media/heic';

/** The memory limit of the HEIC decoder applies to this thread. */

self.onmessage = ({ data: pages }: MessageEvent<number>) => {
  try {
    new WebAssembly.Memory({ initial: 1 }).grow(pages - 1);
    self.postMessage('grown');
  } catch (error) {
    self.postMessage((error as Error).message);
  }
};
