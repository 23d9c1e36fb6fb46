import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListFilter } from '../../../src/contract/list-filters';
import type { Message } from '../../../src/contract/messages';

const NONE: readonly Message[] = [];

/** Returns what follows the message `before`, as long as the page is printed. */
export function useRestWhilePrinting(before: number | undefined, tag?: string, only?: ListFilter) {
  const [rest, setRest] = useState(NONE);
  const begin = useEffectEvent(() => {
    if (before === undefined) return;
    flushSync(() => setRest(askAtOnce(before, tag, only)));
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
function askAtOnce(before: number, tag?: string, only?: ListFilter): readonly Message[] {
  const path = tag === undefined ? '/api/messages' : `/api/messages/tag/${encodeURIComponent(tag)}`;
  const request = new XMLHttpRequest();
  request.open('GET', `${path}?before=${before}${only ? `&only=${only}` : ''}`, false);
  try {
    request.send();
    return request.status === 200 ? (JSON.parse(request.responseText) as Message[]) : NONE;
  } catch {
    return NONE; // without a connection, the loaded messages are printed
  }
}
