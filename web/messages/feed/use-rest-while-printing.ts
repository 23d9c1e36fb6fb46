import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Message } from '../../../src/contract/messages';

const NONE: readonly Message[] = [];

/** Returns what follows the loaded messages, as long as the page is printed. */
export function useRestWhilePrinting(loaded: readonly Message[] | undefined, tag: string | undefined) {
  const [rest, setRest] = useState(NONE);
  const begin = useEffectEvent(() => {
    const before = loaded?.at(-1)?.id;
    if (before === undefined) return;
    flushSync(() => setRest(askAtOnce(tag, before)));
  });
  useEffect(() => {
    const end = () => setRest(NONE);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return rest;
}

/** Synchronous, because the browser prints as soon as the event handlers return. */
function askAtOnce(tag: string | undefined, before: number): readonly Message[] {
  const path = tag === undefined ? '/api/messages' : `/api/messages/tag/${encodeURIComponent(tag)}`;
  const request = new XMLHttpRequest();
  request.open('GET', `${path}?before=${before}`, false);
  try {
    request.send();
    return request.status === 200 ? (JSON.parse(request.responseText) as Message[]) : NONE;
  } catch {
    return NONE; // without a connection, the loaded messages are printed
  }
}
