import type { PhotoWords } from '../../contract/media';
import { decodeGrey } from './grey';
import { readPicture } from './reading';
import { type Engine, startTesseract } from './tesseract';

/** The thread can be terminated at any time. */

declare const self: Worker;

export type WordsTask = { path: string };
/**
 * The words of the photo, the reason why this photo cannot be read (`unreadable`), or the reason why no photo
 * can be read (`broken`).
 */
export type WordsAnswer = { words: PhotoWords } | { unreadable: string } | { broken: string };

const SIDE = 1_800;

let engine: Engine | undefined;

self.onmessage = async ({ data: { path } }: MessageEvent<WordsTask>) => self.postMessage(await read(path));

async function read(path: string): Promise<WordsAnswer> {
  try {
    engine ??= await startTesseract();
  } catch (error) {
    return { broken: (error as Error).message };
  }
  try {
    const before = process.threadCpuUsage();
    const picture = await decodeGrey(await Bun.file(path).bytes(), SIDE);
    const cpuMs = () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    };
    return { words: readPicture(engine, picture, cpuMs) };
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}
