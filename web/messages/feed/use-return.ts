import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useLocation } from '../../ui/router';

type Place = { id: number; top: number };
type Listed = readonly { id: number }[];

const PLACES = 'tagline:places';
const PLACES_MAX = 50;
const SETTLE_FRAMES = 5;

const readPlaces = (): Record<string, Place> => {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES) ?? '{}');
  } catch {
    return {};
  }
};

/** Remembers for each entry of the history which card was at the top of the window. */
function writePlace(entry: string) {
  const cards = [...document.querySelectorAll<HTMLElement>('[role="feed"] > [data-id]')].map((card) => ({
    id: Number(card.dataset.id),
    top: Math.round(card.getBoundingClientRect().top),
  }));
  const first = cards.filter(({ top }) => top > -innerHeight / 2).sort((a, b) => a.top - b.top)[0];
  const { [entry]: _, ...places } = readPlaces();
  const kept = Object.entries(places).slice(-PLACES_MAX);
  if (first && scrollY > 0) kept.push([entry, first]);
  sessionStorage.setItem(PLACES, JSON.stringify(Object.fromEntries(kept)));
}

function usePlace() {
  const { state, hash } = useLocation();
  const entry = state.__TSR_key ?? '';
  const place = useRef<{ entry: string; place?: Place }>(undefined);
  if (place.current?.entry !== entry)
    place.current = { entry, place: hash ? undefined : readPlaces()[entry] };
  return { entry, place: place.current.place };
}

/** Scrolls to the card at which the person has left this entry of the history, however deep it is. */
export function useReturnToCard(items: Listed, startOf: (index: number) => number | undefined) {
  const { entry, place } = usePlace();
  const returned = useRef('');
  const index = place && returned.current !== entry ? items.findIndex(({ id }) => id === place.id) : -1;
  const scroll = useEffectEvent(() => {
    const card = document.querySelector(`[role="feed"] > [data-id="${place!.id}"]`);
    const start = card ? card.getBoundingClientRect().top + scrollY : startOf(index);
    if (start !== undefined) scrollTo(0, start - place!.top);
  });
  const isHere = index >= 0;
  useLayoutEffect(() => {
    if (!isHere) return;
    let frames = 0;
    let next = requestAnimationFrame(function settle() {
      scroll();
      if (frames++ < SETTLE_FRAMES) next = requestAnimationFrame(settle);
      else returned.current = entry;
    });
    const stop = () => {
      cancelAnimationFrame(next);
      returned.current = entry;
    };
    addEventListener('wheel', stop, { passive: true });
    addEventListener('touchstart', stop, { passive: true });
    return () => {
      cancelAnimationFrame(next);
      removeEventListener('wheel', stop);
      removeEventListener('touchstart', stop);
    };
  }, [isHere, entry]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => writePlace(entry), 100);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, [entry]);
}

type Pages = { hasNextPage: boolean; isFetching: boolean; error: unknown; fetchNextPage: () => unknown };

/** After a reload only the first page is loaded; loads those up to the card to which the person returns. */
export function useLoadUntilReturn(oldest: number | undefined, pages: Pages) {
  const { place } = usePlace();
  const isDeeper = place !== undefined && oldest !== undefined && oldest > place.id;
  const { hasNextPage, isFetching, error, fetchNextPage } = pages;
  const load = isDeeper && hasNextPage && !isFetching && !error;
  const fetchNext = useEffectEvent(() => void fetchNextPage());
  useEffect(() => {
    if (load) fetchNext();
  }, [load]);
}
