import { useState } from 'react';
import type { SimulatedText } from '../../../src/contract/simulator';
import { readStored } from '../../ui/storage';

/** Storage key of the time of the newest text that was seen on each phone, by phone number. */
const SEEN_KEY = 'tagline:phones-seen';

type Seen = Record<string, string>;

/**
 * Returns the phone numbers that have a new text from the product. A text is new if it is newer than the last
 * text that was seen on the phone.
 */
export function phonesWithNewTexts(texts: readonly SimulatedText[], seen: Readonly<Seen>): Set<string> {
  return new Set(
    texts
      .filter(
        ({ phone, direction, state, timestamp }) =>
          direction === 'outbound' && state === 'delivered' && timestamp > (seen[phone] ?? ''),
      )
      .map(({ phone }) => phone),
  );
}

/**
 * Returns the phone numbers that have new texts. Marks the texts of the phone `shown` as seen, also for later
 * visits.
 */
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
