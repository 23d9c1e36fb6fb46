import type { PhotoWords } from '../../contract/media';
import type { Message } from '../../outside/cage/frames';
import { decodeGrey } from './grey';
import { readPicture } from './reading';
import { type Engine, startTesseract } from './tesseract';

/**
 * The words of the photo, the reason why this photo cannot be read (`unreadable`), or the reason why no photo
 * can be read (`broken`).
 */
export type WordsAnswer = { words: PhotoWords } | { unreadable: string } | { broken: string };

const SIDE = 1_800;

let engine: Engine | undefined;

/** Is called only in a process of its own. */
export async function readPhoto({ path }: Message): Promise<WordsAnswer> {
  try {
    engine ??= await startTesseract();
  } catch (error) {
    return { broken: (error as Error).message };
  }
  try {
    const before = process.threadCpuUsage();
    const picture = await decodeGrey(await Bun.file(String(path)).bytes(), SIDE);
    const cpuMs = () => {
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    };
    return { words: readPicture(engine, picture, cpuMs) };
  } catch (error) {
    return { unreadable: (error as Error).message };
  }
}
