import { useState } from 'react';
import type { SimulatedText } from '../../../src/contract/simulator';
import { readStored } from '../../ui/storage';

const SEEN_KEY = 'tagline:phones-seen';

/** Time of the newest text that was seen on each phone, by phone number. */
type Seen = Record<string, string>;

/** Returns the numbers of phones with a text from the product that was not seen there. */
export const phonesWithNewTexts = (texts: readonly SimulatedText[], seen: Readonly<Seen>): Set<string> =>
  new Set(
    texts
      .filter(
        ({ phone, direction, state, timestamp }) =>
          direction === 'outbound' && state === 'delivered' && timestamp > (seen[phone] ?? ''),
      )
      .map(({ phone }) => phone),
  );

/** Returns the numbers of phones with new texts. Stores that the texts of the phone `shown` were seen. */
export function useNewTexts(texts: readonly SimulatedText[], shown: string | undefined): Set<string> {
  const [seen, setSeen] = useState<Seen>(() => readStored(SEEN_KEY, {}));
  const newest = texts.find(({ phone }) => phone === shown)?.timestamp; // the newest text is the first
  if (shown && newest && newest > (seen[shown] ?? '')) {
    const next = { ...seen, [shown]: newest };
    setSeen(next);
    localStorage.setItem(SEEN_KEY, JSON.stringify(next));
  }
  return phonesWithNewTexts(texts, seen);
}
