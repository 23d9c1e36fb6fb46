import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { firstIdOf } from '../../product/pending/pending';
import { KeepMountedContext } from '../../ui/keep-mounted';
import { assignColumns, type ColumnAssignment, gapOf, useColumnCount } from './masonry-columns';
import { idOfCard, useKeptCards } from './use-kept-cards';
import { useVirtualColumn } from './use-virtual-column';

const NONE: number[] = [];

const OVERSCAN = 4;

const keyOf = ({ id }: { id: number }) => firstIdOf(id);

type Props<T> = {
  items: readonly T[];
  estimateHeight: (item: T, width: number) => number;
  render: (item: T) => ReactNode;
  label: string;
  hasMore: boolean;
  makingRoom?: boolean;
};

/** All columns are in one container in the order of `items`, so Tab follows that order. */
export function MasonryFeed<T extends { id: number }>({
  items,
  estimateHeight,
  render,
  label,
  hasMore,
  makingRoom,
}: Props<T>) {
  const columns = useColumnCount();
  const container = useRef<HTMLDivElement>(null);
  const { top, width } = useGeometry(container);
  const { keptIds, setFocusedId, keepMounted } = useKeptCards();
  const printing = usePrinting();
  const overscan = useOverscan();
  const assignment = useRef<ColumnAssignment>(undefined);
  const gap = gapOf(columns);
  const cardWidth = (width - (columns - 1) * gap) / columns;

  const indexes = useMemo(() => {
    const assigned = assignColumns(
      items,
      columns,
      (item) => estimateHeight(item, cardWidth) + gap,
      assignment.current,
      keyOf,
    );
    assignment.current = assigned.assignment;
    return assigned.indexes;
  }, [items, columns, gap, estimateHeight, cardWidth]);

  const heightOf = (item: T) => estimateHeight(item, cardWidth);
  const feed = { items, gap, top, keptIds, printing, overscan, heightOf };
  // hooks cannot be called a varying number of times, so three columns always exist
  const lists = [
    useVirtualColumn(0, indexes[0] ?? NONE, feed),
    useVirtualColumn(1, indexes[1] ?? NONE, feed),
    useVirtualColumn(2, indexes[2] ?? NONE, feed),
  ];

  const cards = lists
    .flatMap(({ indexes, column, virtualizer }) =>
      virtualizer
        .getVirtualItems()
        .map((slot) => ({ slot, column, virtualizer, index: indexes[slot.index]! })),
    )
    .sort((a, b) => a.index - b.index);

  return (
    <div
      ref={container}
      role="feed"
      aria-label={label}
      style={{
        position: 'relative',
        height: Math.max(...lists.map(({ virtualizer }) => virtualizer.getTotalSize())),
      }}
      onFocus={(event) => setFocusedId(idOfCard(event.target))}
      onBlur={() => setFocusedId(undefined)}
    >
      {cards.map(({ slot, column, virtualizer, index }) => (
        <article
          // the key contains the column: a card that moves to another column must be measured again
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
            left: column * (cardWidth + gap),
            width: cardWidth,
            transform: `translateY(${slot.start - top}px)`,
            transition: makingRoom ? 'transform 220ms ease-out' : undefined,
          }}
        >
          <KeepMountedContext value={keepMounted}>{render(items[index]!)}</KeepMountedContext>
        </article>
      ))}
    </div>
  );
}

function useGeometry(ref: RefObject<HTMLElement | null>) {
  const [geometry, setGeometry] = useState({ top: 0, width: 960 });
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => {
      const { top: topInWindow, width } = element.getBoundingClientRect();
      const top = topInWindow + scrollY; // added here, because React may call the function below after a scroll
      if (width > 0) setGeometry((old) => (old.top === top && old.width === width ? old : { top, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return geometry;
}

/** 0 for the first render, so that the visible cards appear without waiting for others. */
function useOverscan() {
  const [overscan, setOverscan] = useState(0);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN)), []);
  return overscan;
}

function usePrinting() {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // flushSync draws all cards at once, because the browser prints as soon as the event handlers return
    const begin = () => flushSync(() => setPrinting(true));
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
