import { backUp } from './backup';

declare const self: Worker;

self.onmessage = async ({ data: { dataDir, to } }: MessageEvent<{ dataDir: string; to: string }>) => {
  try {
    self.postMessage({ backup: await backUp(dataDir, to) });
  } catch (error) {
    self.postMessage({ error: (error as Error).message });
  }
};
