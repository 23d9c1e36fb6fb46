import { perApp } from './app';
import type { Config } from './config/config';

/** A reader is a further process of this server that writes nothing (docs/readers.md). */
export type ReaderState = {
  number: number;
  isUp: boolean;
  starts: number;
  /** Why the last one ended, as a sentence. */
  problem: string | null;
  sockets: number;
  bytes: number;
  cpuSeconds: number;
};

/** In a reader itself, the list is empty. */
export const readersOf = perApp(() => ({
  list: [] as ReaderState[],
  /** Tells readers that the browsers which see a message are to fetch. */
  announce(_message: number): void {},
}));

/** Elsewhere, the system does not share out the connections to a port. */
export const readersWanted = ({ readers }: Pick<Config, 'readers'>, platform: string = process.platform) =>
  platform === 'linux' ? readers : 0;
