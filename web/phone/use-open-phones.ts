import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { cache, trpc } from '../product/trpc';

export type TestPhone = { phone: string; name: string; operator: boolean };

/** Storage key of the numbers that were added in this browser. */
const ADDED_KEY = 'tagline:phones';

/** Width of a phone with its margins, in pixels. Must agree with PhonePage.module.css. */
const PHONE_WIDTH = 384;
const MAX_PHONES = 4;

/** Returns how many phones are shown side by side on a page of this width in pixels: 1 to 4. */
export const maxOpenPhones = (width: number) =>
  Math.min(MAX_PHONES, Math.max(1, Math.floor((width - 32) / PHONE_WIDTH)));

/**
 * Returns the open phones after a click on the number of `phone`, in the order in which they were opened. If
 * more than `max` would be open, the first one is closed. The last open phone cannot be closed.
 */
export function toggleOpenPhone(open: readonly string[], phone: string, max: number): string[] {
  const visible = open.slice(-max);
  if (!visible.includes(phone)) return [...visible, phone].slice(-max);
  return visible.length > 1 ? visible.filter((other) => other !== phone) : visible;
}

/**
 * Returns the test phones of the server and of this browser, the phones that are open, and functions to open
 * or close one and to add one.
 */
export function useOpenPhones() {
  const query = trpc.simulator.phones.useQuery();
  const max = useMaxOpenPhones();
  const requested = useLocation({ select: ({ search }) => (search as { number?: unknown }).number });
  const [added, setAdded] = useState<string[]>(() => JSON.parse(localStorage.getItem(ADDED_KEY) ?? '[]'));
  const [open, setOpen] = useState<string[]>();

  const ready: TestPhone[] = query.data ?? [];
  const phones = [
    ...ready,
    ...added
      .filter((phone) => !ready.some((other) => other.phone === phone))
      .map((phone) => ({ phone, name: '', operator: false })),
  ];
  // until a phone is opened or closed, the first phones in the list of the server are open
  const openNumbers = (open ?? ready.slice(0, max).map(({ phone }) => phone)).slice(-max);

  /**
   * Adds a phone number in any spelling, and opens its phone. Rejects if the server refuses the number or
   * cannot be reached.
   */
  async function add(number: string) {
    const { phone } = await cache.simulator.delivery.fetch({ phone: number });
    if (!phones.some((other) => other.phone === phone)) {
      const next = [...added, phone];
      setAdded(next);
      localStorage.setItem(ADDED_KEY, JSON.stringify(next));
    }
    if (!openNumbers.includes(phone)) setOpen(toggleOpenPhone(openNumbers, phone, max));
  }

  // the sign-in page links to this page with the number that was typed there
  const openRequested = useEffectEvent(() => void (requested && add(String(requested)).catch(() => {})));
  const loaded = query.data !== undefined;
  useEffect(() => {
    if (loaded) openRequested();
  }, [loaded]);

  return {
    query,
    phones,
    open: openNumbers.flatMap((number) => phones.find(({ phone }) => phone === number) ?? []),
    toggle: (phone: string) => setOpen(toggleOpenPhone(openNumbers, phone, max)),
    add,
  };
}

function useMaxOpenPhones() {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    () => maxOpenPhones(document.documentElement.clientWidth),
  );
}
