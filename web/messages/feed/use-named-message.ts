import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Maximum number of times that the page is scrolled down to find a card that is not drawn yet. */
const STEPS = 12;

type Listed = readonly { id: number }[];

/**
 * Brings the message that the URL names after `#message-` into view and gives its card the focus, once the
 * list is there. `replies` maps the id of a card to the replies that are shown on that card.
 */
export function useNamedMessage(cards: Listed | undefined, replies?: ReadonlyMap<number, Listed>) {
  const { hash, state } = useLocation();
  const done = useRef<unknown>(undefined);
  const named = /^message-(\d+)$/.exec(hash)?.[1];
  const isNamed = (message: { id: number }) => message.id === Number(named);
  const id = named && cards?.find((card) => isNamed(card) || replies?.get(card.id)?.some(isNamed))?.id;
  useEffect(() => {
    if (!id || done.current === state) return;
    let steps = 0;
    let frame = requestAnimationFrame(function show() {
      const card = document.querySelector<HTMLElement>(`[role="feed"] > [data-id="${id}"]`);
      if (card) {
        done.current = state;
        card.tabIndex = -1;
        card.scrollIntoView({ block: 'center' });
        card.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
      } else if (steps++ < STEPS) {
        scrollBy(0, innerHeight / 2); // only cards near the screen are drawn
        frame = requestAnimationFrame(show);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [id, state]);
}
