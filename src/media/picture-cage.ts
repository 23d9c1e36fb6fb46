import { type App, perApp } from '../app/app';
import { createTurns } from '../app/turns';
import { CageEnded, type CageLimits, createCage } from '../outside/cage/cage';
import type { Message } from '../outside/cage/frames';
import type { PictureRequest } from './decoding';
import type { Picture } from './images';

// 65 million pixels of a PNG take 540 MB and four seconds of a fast processor.
const LIMITS: CageLimits = { megabytes: 700, keptMegabytes: 160, cpuMs: 30_000, wallMs: 90_000 };
const IDLE_MS = 20_000;
const TRIES = 2;

/** For what comes from no person, such as pictures of previews. */
export const NOBODY = 0;

const pictureCage = (app: App) => {
  const cage = createCage('pictures', LIMITS, { idleMs: IDLE_MS });
  app.onClose.push(() => cage.end(new Error('The server stops.')));
  return { cage, inTurn: createTurns() };
};

const foreign = perApp(pictureCage);
/** A process for stored pictures, so that a person who looks at photos does not wait for uploads. */
const stored = perApp(pictureCage);

/** Runs `task`, which may ask for one picture, when it is the person's turn. */
export const inPictureTurn = <T>(app: App, person: number, task: () => Promise<T>): Promise<T> =>
  foreign(app).inTurn(person, task);

/** Call it in a turn. */
export const askForPicture = (app: App, request: PictureRequest) => ask(foreign(app).cage, request);

export const askForStoredPicture = (app: App, request: PictureRequest) => {
  const { cage, inTurn } = stored(app);
  return inTurn(NOBODY, () => ask(cage, request));
};

export const isUnreadable = ({ unreadable }: Message): boolean => unreadable === true;

export const toPicture = ({ bytes, type, width, height }: Message): Picture => {
  if (!bytes || typeof type !== 'string' || !Number.isInteger(width) || !Number.isInteger(height))
    throw new Error('The decoder has answered no picture.');
  return { bytes, type, width: width as number, height: height as number };
};

/** A picture that ends its process twice, or by taking too long, is unreadable. */
async function ask(cage: ReturnType<typeof createCage>, request: PictureRequest): Promise<Message> {
  for (let tries = 1; ; tries++)
    try {
      return await cage.ask(request as Message);
    } catch (error) {
      if (!(error instanceof CageEnded)) throw error;
      if (error.reason === 'time' || tries === TRIES) return { unreadable: true };
    }
}
