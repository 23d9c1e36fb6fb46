import { useLocation } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { cache, trpc } from '../product/trpc';

export type TestPhone = { phone: string; name: string; operator: boolean };

const ADDED = 'tagline:phones';

/** A phone with the air around it, in pixels. Must agree with PhonePage.module.css. */
const PHONE_WIDTH = 384;
const MOST = 4;

/** How many phones stand side by side on a page of that width. */
export const maxOpenPhones = (width: number) =>
  Math.min(MOST, Math.max(1, Math.floor((width - 32) / PHONE_WIDTH)));

/** The open phones after a press on `phone`: one more, of which the longest open one makes room; or one less, but never none. */
export function toggleOpenPhone(open: readonly string[], phone: string, room: number): string[] {
  const visible = open.slice(-room);
  if (!visible.includes(phone)) return [...visible, phone].slice(-room);
  return visible.length > 1 ? visible.filter((other) => other !== phone) : visible;
}

/** The ready test numbers and those added in this browser, and which of them are on the table. */
export function useOpenPhones() {
  const query = trpc.simulator.phones.useQuery();
  const room = useRoom();
  const wanted = useLocation({ select: ({ search }) => (search as { number?: unknown }).number });
  const [added, setAdded] = useState<string[]>(() => JSON.parse(localStorage.getItem(ADDED) ?? '[]'));
  const [open, setOpen] = useState<string[]>();

  const ready: TestPhone[] = query.data ?? [];
  const phones = [
    ...ready,
    ...added
      .filter((phone) => !ready.some((other) => other.phone === phone))
      .map((phone) => ({ phone, name: '', operator: false })),
  ];
  // first of all the ones that stand ready, the operator's leftmost
  const numbers = (open ?? ready.slice(0, room).map(({ phone }) => phone)).slice(-room);

  /** In whichever form it is typed: the server says which number it takes it for, and throws if for none. */
  async function add(number: string) {
    const { phone } = await cache.simulator.delivery.fetch({ phone: number });
    if (!phones.some((other) => other.phone === phone)) {
      const next = [...added, phone];
      setAdded(next);
      localStorage.setItem(ADDED, JSON.stringify(next));
    }
    if (!numbers.includes(phone)) setOpen(toggleOpenPhone(numbers, phone, room));
  }

  // the sign-in page sends people here with the number they typed
  const asked = useEffectEvent(() => void (wanted && add(String(wanted)).catch(() => {})));
  const known = query.data !== undefined;
  useEffect(() => {
    if (known) asked();
  }, [known]);

  return {
    query,
    phones,
    open: numbers.flatMap((number) => phones.find(({ phone }) => phone === number) ?? []),
    toggle: (phone: string) => setOpen(toggleOpenPhone(numbers, phone, room)),
    add,
  };
}

function useRoom() {
  return useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    () => maxOpenPhones(document.documentElement.clientWidth),
  );
}
