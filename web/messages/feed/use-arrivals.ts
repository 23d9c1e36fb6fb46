import { useEffect, useMemo, useReducer, useRef } from 'react';
import { isPending } from '../../product/pending/change';
import { firstIdOf } from '../../product/pending/pending';

type Item = { id: number };

/** A little longer than the card's animation (MessageCard.module.css). */
const ARRIVAL_MS = 2_300;
/** A little longer than the cards' movement (MasonryFeed.tsx). */
const MAKING_ROOM_MS = 300;

export function useArrivals(items: readonly Item[] | undefined) {
  const arrivals = useRef<Arrivals>(undefined);
  arrivals.current ??= new Arrivals();
  const { current } = arrivals;
  useMemo(() => items && current.see(items, Date.now()), [items, current]);

  const makingRoom = current.isFresh(items?.[0]?.id, Date.now(), MAKING_ROOM_MS);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!makingRoom) return;
    const timer = setTimeout(renderAgain, MAKING_ROOM_MS);
    return () => clearTimeout(timer);
  }, [makingRoom]);

  return {
    hasArrived: (id: number) => current.isFresh(id, Date.now(), ARRIVAL_MS),
    makingRoom,
  };
}

export class Arrivals {
  private newest: number | undefined;
  private readonly times = new Map<number, number>();

  see(items: readonly Item[], now: number) {
    const known = this.newest;
    if (known !== undefined)
      for (const item of items) {
        if (isPending(item)) continue;
        if (item.id <= known) break;
        // a message that was added in this page was already shown under another id, so it has not just
        // arrived
        if (firstIdOf(item.id) === item.id) this.times.set(item.id, now);
      }
    this.newest = Math.max(known ?? 0, items.find((item) => !isPending(item))?.id ?? 0);
  }

  isFresh(id: number | undefined, now: number, within: number): boolean {
    const time = id === undefined ? undefined : this.times.get(id);
    return time !== undefined && now - time < within;
  }
}
