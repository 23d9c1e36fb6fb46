import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { assignColumns, type ColumnAssignment, useColumnCount } from './masonry-columns';

const GAP = 16;
const NONE: number[] = [];

type Props<T> = {
  items: readonly T[];
  /** The height a card will have at that width, in pixels, as well as can be told before it is drawn. */
  estimate: (item: T, width: number) => number;
  render: (item: T) => ReactNode;
  label: string;
  /** More will come: the size of the set is not known yet. */
  hasMore: boolean;
};

/**
 * A masonry of which only what is near the screen is drawn: one virtual list for each column, merged into one
 * container in the order of the list, which is also the order of Tab. A card keeps its column for good.
 */
export function MasonryFeed<T extends { id: number }>({ items, estimate, render, label, hasMore }: Props<T>) {
  const columns = useColumnCount();
  const box = useRef<HTMLDivElement>(null);
  const [{ top, width }, setGeometry] = useState({ top: 0, width: 960 });
  const [focused, setFocused] = useState<number>();
  const printing = usePrinting();
  const assignment = useRef<ColumnAssignment>(undefined);
  const cardWidth = (width - (columns - 1) * GAP) / columns;

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => {
      const { top, width } = element.getBoundingClientRect();
      if (width > 0)
        setGeometry((old) =>
          old.top === top + scrollY && old.width === width ? old : { top: top + scrollY, width },
        );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const lanes = useMemo(() => {
    const assigned = assignColumns(
      items,
      columns,
      (item) => estimate(item, cardWidth) + GAP,
      assignment.current,
    );
    assignment.current = assigned.assignment;
    return assigned.lanes;
  }, [items, columns, estimate, cardWidth]);

  const lane = (column: number) => ({
    column,
    indexes: lanes[column] ?? NONE,
    items,
    top,
    focused,
    printing,
    heightOf: (item: T) => estimate(item, cardWidth),
  });
  const all = [useLane(lane(0)), useLane(lane(1)), useLane(lane(2))];

  const cards = all
    .flatMap(({ indexes, column, virtualizer }) =>
      virtualizer
        .getVirtualItems()
        .map((slot) => ({ slot, column, virtualizer, index: indexes[slot.index]! })),
    )
    .sort((a, b) => a.index - b.index);

  return (
    <div
      ref={box}
      role="feed"
      aria-label={label}
      style={{
        position: 'relative',
        height: Math.max(...all.map(({ virtualizer }) => virtualizer.getTotalSize())),
      }}
      onFocus={(event) => {
        const card = (event.target as HTMLElement).closest<HTMLElement>('[data-id]');
        setFocused(card ? Number(card.dataset.id) : undefined);
      }}
      onBlur={() => setFocused(undefined)}
    >
      {cards.map(({ slot, column, virtualizer, index }) => (
        <article
          // with its column: a card that changes it must be measured anew, for another list
          key={`${column}:${slot.key}`}
          ref={virtualizer.measureElement}
          data-index={slot.index}
          data-id={items[index]!.id}
          aria-posinset={index + 1}
          aria-setsize={hasMore ? -1 : items.length}
          aria-labelledby={`message-${items[index]!.id}`}
          style={{
            position: 'absolute',
            top: 0,
            left: column * (cardWidth + GAP),
            width: cardWidth,
            transform: `translateY(${slot.start - top}px)`,
          }}
        >
          {render(items[index]!)}
        </article>
      ))}
    </div>
  );
}

type Lane<T> = {
  column: number;
  /** Which of `items` are in this column. */
  indexes: number[];
  items: readonly T[];
  top: number;
  focused: number | undefined;
  printing: boolean;
  heightOf: (item: T) => number;
};

/** The virtual list of one column. */
function useLane<T extends { id: number }>({
  column,
  indexes,
  items,
  top,
  focused,
  printing,
  heightOf,
}: Lane<T>) {
  const pinned = focused === undefined ? -1 : indexes.findIndex((index) => items[index]?.id === focused);
  // kept while the list is the same: for another function the virtual list lays all of its cards out anew
  const getItemKey = useCallback((index: number) => items[indexes[index]!]!.id, [items, indexes]);
  const virtualizer = useWindowVirtualizer({
    count: indexes.length,
    gap: GAP,
    overscan: 4,
    useFlushSync: false, // three columns that scroll as one are drawn once, not thrice
    scrollMargin: top,
    estimateSize: (index) => heightOf(items[indexes[index]!]!),
    getItemKey,
    // a card that has the focus is not taken away from under it
    rangeExtractor: (range: Range) => {
      if (printing) return [...indexes.keys()];
      const shown = defaultRangeExtractor(range);
      return pinned < 0 || shown.includes(pinned) ? shown : [...shown, pinned].sort((a, b) => a - b);
    },
  });
  // three columns share one scroll bar: none of them may move it
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  return { column, indexes, virtualizer };
}

/** Whether this goes to paper, where all of it is drawn: nobody scrolls there. */
function usePrinting() {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true)); // paper waits for no second look
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
