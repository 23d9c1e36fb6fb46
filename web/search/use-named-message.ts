import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Maximum number of times that the page is scrolled down to find a card that is not drawn yet. */
const STEPS = 12;

/**
 * Brings the message that the URL names after `#message-` into view and gives its card the focus, once the
 * results are there.
 */
export function useNamedMessage(messages: readonly { id: number }[] | undefined) {
  const { hash, state } = useLocation();
  const done = useRef<unknown>(undefined);
  const id = Number(/^message-(\d+)$/.exec(hash)?.[1]);
  const listed = messages?.some((message) => message.id === id) ?? false;
  useEffect(() => {
    if (!listed || done.current === state) return;
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
  }, [listed, id, state]);
}
