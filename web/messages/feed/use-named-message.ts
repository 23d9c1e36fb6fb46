import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from '../../ui/router';

const STEPS = 12;

type Listed = readonly { id: number }[];

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
  messages: Listed | undefined;
  deferred: number;
  refetch: () => Promise<{ data?: { pages: Listed[] } }>;
};

/** A message that the list lacks is older than the loaded pages, has left the board, or was deleted. */
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

function useNamedId() {
  const { hash, state } = useLocation();
  const [, digits] = /^message-(\d+)$/.exec(hash) ?? [];
  return { named: digits === undefined ? undefined : Number(digits), state };
}
