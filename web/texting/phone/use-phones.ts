import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { cache, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { useNavigate, useSearchParams } from '../../ui/router';

export type TestPhone = { phone: string; name: string; operator: boolean };

/** Maximum number of characters that a link can fill into a phone. */
const TEXT_MAX = 1600;

/** Key under which this browser stores the unsent text of a phone. */
export const draftKey = (phone: string) => `tagline:phone-draft:${phone}`;

/** Returns the text that a link to this page fills into a phone, without control characters. */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/[^\P{Cc}\n]/gu, '').slice(0, TEXT_MAX) || undefined : undefined;

/**
 * Returns the test phones of the server and of this browser, and the number of the phone that is shown:
 * undefined until the phones have loaded, and the number and the text in the URL have been handled.
 */
export function usePhones() {
  const { demo } = useProduct();
  const query = trpc.simulator.phones.useQuery();
  const requested = useSearchParams();
  const navigate = useNavigate();
  const stored = { getInitialValueInEffect: false, sync: false };
  const [added, setAdded] = useLocalStorage<string[]>({ ...stored, key: 'tagline:phones', defaultValue: [] });
  const [last, show] = useLocalStorage({ ...stored, key: 'tagline:phone', defaultValue: '' });
  const [isReady, setReady] = useState(false);

  const ready: TestPhone[] = query.data ?? [];
  // of a demo, a visitor may use no other number
  const others = (demo ? [] : added).filter((phone) => !ready.some((other) => other.phone === phone));
  const phones = [...ready, ...others.map((phone) => ({ phone, name: '', operator: false }))];
  const shown = (phones.find(({ phone }) => phone === last) ?? phones[0])?.phone;

  /** Adds and shows a number in any spelling. Rejects if the server refuses it or cannot be reached. */
  async function add(number: string) {
    const ready = phones.find((other) => other.phone === number);
    const { phone } = ready ?? (await cache.simulator.delivery.fetch({ phone: number }));
    if (!phones.some((other) => other.phone === phone)) setAdded([...added, phone]);
    show(phone);
    return phone;
  }

  const openRequested = useEffectEvent(async () => {
    const { number } = requested;
    const text = readText(requested.text);
    const phone = number ? await add(String(number)).catch(() => undefined) : shown;
    if (phone && text) {
      localStorage.setItem(draftKey(phone), JSON.stringify(text));
      // otherwise a reload would replace what the person has typed meanwhile
      await navigate({ to: '/phone', search: { number: phone }, replace: true });
    }
    setReady(true);
  });
  const loaded = query.data !== undefined;
  useEffect(() => {
    if (loaded) void openRequested();
  }, [loaded]);

  return { query, phones, shown: isReady ? shown : undefined, show, add };
}
