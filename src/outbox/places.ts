import type { DueText } from './dispatch';
import { ANSWERS, CODES } from './turns';

/**
 * How many texts may be under way: the pace times the latency of the gateway (Little's law), and some to spare,
 * so that latency slows nothing down.
 */
const PLACES_MIN = 16;
const PLACES_MAX = 200;
const SPARE = 1.5;
/** So that neither a code nor an answer waits for other texts. */
const PLACES_OF_CODES = 8;
const MORE_FOR_ANSWERS = 8;
const PLACES_OF_NUMBER = 4;
/** By then the gateway hangs on a text, which holds up no others any more. */
const HANGS_AFTER_MS = 2_000;
/** Share of the newest text in the average latency. */
const WEIGHT = 1 / 8;

type Taken = Pick<DueText, 'phone' | 'lane'> & { since: number };

export type Places = ReturnType<typeof createPlaces>;

export function createPlaces(segmentsPerSecond: number, now = () => performance.now()) {
  const taken = new Map<number, Taken>();
  let latency = 0;

  const listMoving = () => [...taken.values()].filter(({ since }) => now() - since < HANGS_AFTER_MS);

  function hasRoom(lane: number): boolean {
    const codes = listMoving().filter((text) => text.lane === CODES).length;
    if (lane === CODES) return codes < PLACES_OF_CODES;
    const needed = Math.ceil(segmentsPerSecond * (latency / 1000) * SPARE);
    const size = Math.min(PLACES_MAX, Math.max(PLACES_MIN, needed));
    const more = lane === ANSWERS ? MORE_FOR_ANSWERS : 0;
    return taken.size < PLACES_MAX + more && listMoving().length - codes < size + more;
  }

  const isFull = (phone: string) =>
    taken
      .values()
      .filter((text) => text.phone === phone)
      .toArray().length >= PLACES_OF_NUMBER;

  return {
    hasRoom,
    listIds: () => [...taken.keys()],
    listFullPhones: () => [...new Set(taken.values().map(({ phone }) => phone))].filter(isFull),
    take({ id, phone, lane }: Pick<DueText, 'id' | 'phone' | 'lane'>): boolean {
      if (!hasRoom(lane) || (lane !== CODES && isFull(phone))) return false;
      taken.set(id, { phone, lane, since: now() });
      return true;
    },
    giveBack(id: number): void {
      const text = taken.get(id);
      if (text) latency += (Math.min(now() - text.since, HANGS_AFTER_MS) - latency) * WEIGHT;
      taken.delete(id);
    },
    /** Milliseconds until a text that is under way holds no place any more. */
    wait: (): number =>
      Math.min(Infinity, ...listMoving().map(({ since }) => since + HANGS_AFTER_MS - now())),
  };
}
