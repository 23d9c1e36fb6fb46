import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../ui/router';

/** Maximum number of times that the page is scrolled down to find a card that is not drawn yet. */
const STEPS = 12;

type Listed = readonly { id: number }[];

/**
 * Once the list is loaded, scrolls to the message that the URL names after `#message-`, and gives the card of
 * that message the focus. If the message is a reply, scrolls to the card that shows it. `replies` maps the id
 * of a card to the replies that are shown on that card.
 */
export function useNamedMessage(cards: Listed | undefined, replies?: ReadonlyMap<number, Listed>) {
  const { named, state } = useNamedId();
  const done = useRef<unknown>(undefined);
  const isNamed = ({ id }: { id: number }) => id === named;
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
        scrollBy(0, innerHeight / 2); // the card is not drawn yet, because it is not near the screen
        frame = requestAnimationFrame(show);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [id, state]);
}

type List = {
  /** All loaded messages of the list, or undefined before the server has answered. */
  messages: Listed | undefined;
  /**
   * Number of messages at the top of the list that are left out because the reader is further down the page.
   */
  deferred: number;
  /** Fetches the loaded pages again. */
  refetch: () => Promise<{ data?: { pages: Listed[] } }>;
};

/**
 * Opens the thread of the message that the URL names after `#message-`, if the list still lacks that message
 * after the list was fetched again. Such a message is older than the loaded pages, has left the board, or was
 * deleted. If the list has the message but leaves out messages at its top, scrolls to the top, so that the
 * list shows those messages too.
 */
export function useNamedThread({ messages, deferred, refetch }: List) {
  const { named, state } = useNamedId();
  const navigate = useNavigate();
  const isReady = messages !== undefined;
  const isNamed = ({ id }: { id: number }) => id === named;
  const isListed = messages?.some(isNamed) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit of the URL and state of the list
  useEffect(() => {
    if (!named || !isReady) return;
    if (isListed) {
      if (deferred > 0) scrollTo({ top: 0 });
      return;
    }
    let stopped = false;
    void refetch().then(({ data }) => {
      if (stopped || data?.pages.flat().some(isNamed)) return;
      void navigate({ to: '/thread/$id', params: { id: String(named) }, replace: true });
    });
    return () => {
      stopped = true;
    };
  }, [named, state, isReady, isListed]);
}

/**
 * Returns the id that the URL names after `#message-`, or undefined. Also returns the navigation state of the
 * URL, which is different for each visit.
 */
function useNamedId() {
  const { hash, state } = useLocation();
  const [, digits] = /^message-(\d+)$/.exec(hash) ?? [];
  return { named: digits === undefined ? undefined : Number(digits), state };
}
