import { type App, perApp } from '../../app/app';
import { CageEnded, type CageLimits, createCage } from '../../outside/cage/cage';
import type { WordsAnswer } from './reading-photos';

// A reading ends by itself after about two seconds of processor time, but on a busy machine it may take much
// longer. The language takes 100 MB, a photo of 16 million pixels 150 MB more.
const LIMITS: CageLimits = { megabytes: 400, keptMegabytes: 300, cpuMs: 30_000, wallMs: 120_000 };
const IDLE_MS = 15_000;
const STOP_CHECK_MS = 200;

class Stopping extends Error {}

const readers = perApp((app) => {
  const cage = createCage('words', LIMITS, { idleMs: IDLE_MS });
  app.onClose.push(() => cage.end(new Stopping()));
  return cage;
});

/** Call it for one photo at a time. Returns null if the server stops. */
export async function readWords(app: App, path: string): Promise<WordsAnswer | null> {
  const cage = readers(app);
  const stopCheck = setInterval(() => app.stopping && cage.end(new Stopping()), STOP_CHECK_MS);
  try {
    return (await cage.ask({ path })) as WordsAnswer;
  } catch (error) {
    if (error instanceof Stopping) return null;
    if (error instanceof CageEnded) return { unreadable: error.message };
    throw error;
  } finally {
    clearInterval(stopCheck);
  }
}

export const isReading = (app: App): boolean => readers(app).isRunning();
