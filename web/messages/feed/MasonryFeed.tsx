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
import { useReturnToCard } from './use-return';
import { useVirtualColumn } from './use-virtual-column';

const NONE: number[] = [];

const OVERSCAN = 4;

/** By label, so that Back finds each card in the column in which it was; those of searches begin anew. */
const assignments = new Map<string, ColumnAssignment>();

const keyOf = ({ id }: { id: number }) => firstIdOf(id);

/** A line in each column above its first card from `from` on. */
type Line = { from: number; height: number; render: (isFirst: boolean) => ReactNode };

type Props<T> = {
  items: readonly T[];
  estimateHeight: (item: T, width: number) => number;
  render: (item: T) => ReactNode;
  nameOf: (item: T) => string;
  label: string;
  hasMore: boolean;
  makingRoom?: boolean;
  line?: Line;
  remembered?: boolean;
  /** How many of the first items are pinned. */
  lead?: number;
};

/** All columns are in one container in the order of `items`, so Tab follows that order. */
export function MasonryFeed<T extends { id: number }>({
  items,
  estimateHeight,
  render,
  nameOf,
  label,
  hasMore,
  makingRoom,
  line,
  remembered = false,
  lead = 0,
}: Props<T>) {
  const columns = useColumnCount();
  const own = useRef<ColumnAssignment>(undefined);
  const container = useRef<HTMLDivElement>(null);
  const { top, width } = useGeometry(container);
  const { keptIds, setFocusedId, keepMounted } = useKeptCards();
  const printing = usePrinting();
  const overscan = useOverscan();
  const gap = gapOf(columns);
  const cardWidth = (width - (columns - 1) * gap) / columns;

  const indexes = useMemo(() => {
    const assigned = assignColumns(
      items,
      columns,
      (item) => estimateHeight(item, cardWidth) + gap,
      own.current ?? (remembered ? assignments.get(label) : undefined),
      keyOf,
      lead,
    );
    own.current = assigned.assignment;
    if (remembered) assignments.set(label, assigned.assignment);
    return assigned.indexes;
  }, [items, columns, gap, estimateHeight, cardWidth, label, remembered, lead]);

  const isBelowLine = (column: readonly number[], at: number) =>
    line !== undefined && column[at]! >= line.from && (at === 0 || column[at - 1]! < line.from);
  const heightOf = (column: readonly number[], at: number) =>
    estimateHeight(items[column[at]!]!, cardWidth) + (isBelowLine(column, at) ? line!.height : 0);
  const feed = { items, gap, top, width: cardWidth, keptIds, printing, overscan, heightOf };
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
  const firstBelow = cards.find(({ slot, column }) => isBelowLine(lists[column]!.indexes, slot.index));
  useReturnToCard(items, (index) => {
    const { indexes, virtualizer } = lists.find((list) => list.indexes.includes(index))!;
    return virtualizer.measurementsCache[indexes.indexOf(index)]?.start;
  });

  return (
    <div
      ref={container}
      role="feed"
      aria-label={label}
      style={{ position: 'relative', display: 'grid' }}
      onFocus={(event) => setFocusedId(idOfCard(event.target))}
      onBlur={() => setFocusedId(undefined)}
    >
      {/* each has the height of its column; they lie in the same cell, so the feed has that of the highest */}
      {lists.map(({ column, virtualizer }) => (
        <div key={column} ref={virtualizer.containerRef} style={{ gridArea: '1 / 1' }} aria-hidden />
      ))}
      {cards.map(({ slot, column, virtualizer, index }) => (
        <article
          // the key contains the column: a card that moves to another column must be measured again
          key={`${column}:${slot.key}`}
          ref={virtualizer.measureElement}
          data-index={slot.index}
          data-id={items[index]!.id}
          aria-posinset={index + 1}
          aria-setsize={hasMore ? -1 : items.length}
          aria-label={nameOf(items[index]!)}
          style={{
            position: 'absolute',
            top: 0,
            left: column * (cardWidth + gap),
            width: cardWidth,
            transition: makingRoom ? 'transform 220ms ease-out' : undefined,
          }}
        >
          {isBelowLine(lists[column]!.indexes, slot.index) && line!.render(index === firstBelow?.index)}
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
