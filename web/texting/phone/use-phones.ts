import { useEffect, useEffectEvent, useState } from 'react';
import { cache, trpc } from '../../product/trpc';
import { useNavigate, useSearchParams } from '../../ui/router';
import { readStored } from '../../ui/storage';
import type { PhoneState } from './use-phone-states';

export type TestPhone = { phone: string; name: string; operator: boolean };

/** Storage key of the phone numbers that were added in this browser. */
const ADDED_KEY = 'tagline:phones';
/** Storage key of the phone number that was shown last in this browser. */
const SHOWN_KEY = 'tagline:phone';
/** Maximum number of characters that a link can fill into a phone. */
const TEXT_MAX = 1600;

/**
 * Returns the text that a link to this page fills into a phone, or undefined if there is none. Cuts a long
 * text, and removes control characters other than line breaks.
 */
export const readText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/[^\P{Cc}\n]/gu, '').slice(0, TEXT_MAX) || undefined : undefined;

/**
 * Returns the test phones of the server and of this browser, the phone that is shown, functions that show and
 * add a phone, and the query for the server's phones. If the URL names a number, shows its phone. If the URL
 * names a text, calls `fill` with it for the phone that is shown.
 */
export function usePhones(fill: (phone: string, state: Partial<PhoneState>) => void) {
  const query = trpc.simulator.phones.useQuery();
  const requested = useSearchParams();
  const navigate = useNavigate();
  const [added, setAdded] = useState(() => readStored<string[]>(ADDED_KEY, []));
  const [wanted, setWanted] = useState(() => localStorage.getItem(SHOWN_KEY));

  const ready: TestPhone[] = query.data ?? [];
  const phones = [
    ...ready,
    ...added
      .filter((phone) => !ready.some((other) => other.phone === phone))
      .map((phone) => ({ phone, name: '', operator: false })),
  ];

  function show(phone: string) {
    setWanted(phone);
    localStorage.setItem(SHOWN_KEY, phone);
  }

  /**
   * Adds a phone number in any spelling, shows its phone, and returns the number in E.164 form. Rejects if
   * the server refuses the number or cannot be reached.
   */
  async function add(number: string) {
    const { phone } = await cache.simulator.delivery.fetch({ phone: number });
    if (!phones.some((other) => other.phone === phone)) {
      const next = [...added, phone];
      setAdded(next);
      localStorage.setItem(ADDED_KEY, JSON.stringify(next));
    }
    show(phone);
    return phone;
  }

  // handles a number and a text in the URL: links of the web app to this page can contain them
  const openRequested = useEffectEvent(async () => {
    const text = readText(requested.text);
    const phone = requested.number
      ? await add(String(requested.number)).catch(() => undefined)
      : shown?.phone;
    if (!phone || !text) return;
    fill(phone, { body: text });
    // removes the text from the URL: otherwise a reload would replace what the person has typed meanwhile
    await navigate({ to: '/phone', search: { number: phone }, replace: true });
  });
  const loaded = query.data !== undefined;
  useEffect(() => {
    if (loaded) void openRequested();
  }, [loaded]);

  const shown = phones.find(({ phone }) => phone === wanted) ?? phones[0];
  return { query, phones, shown, show, add };
}
