import {
  defaultRangeExtractor,
  measureElement,
  type Range,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { firstIdOf } from '../../product/pending/pending';

/** What the columns of a feed have in common. Lengths are in pixels. */
type Feed<T> = {
  items: readonly T[];
  gap: number;
  top: number;
  keptIds: ReadonlySet<number>;
  printing: boolean;
  overscan: number;
  width: number;
  heightOf: (column: readonly number[], at: number) => number;
};

type Measured = { width: number; estimate: number; height: number };
/** So that a list has the same heights, and Back the same cards, when it is opened again. */
const measured = new WeakMap<object, Measured>();

export function useVirtualColumn<T extends { id: number }>(column: number, indexes: number[], feed: Feed<T>) {
  const { items, gap, top, keptIds, printing, overscan, width, heightOf } = feed;
  const kept =
    keptIds.size === 0 ? [] : [...indexes.keys()].filter((at) => keptIds.has(items[indexes[at]!]!.id));
  // memoised, because the virtual list places all its cards again when this function changes
  const getItemKey = useCallback((index: number) => firstIdOf(items[indexes[index]!]!.id), [items, indexes]);
  const virtualizer = useWindowVirtualizer({
    count: indexes.length,
    gap,
    overscan,
    directDomUpdates: true, // scrolling renders nothing until a card comes or goes
    useFlushSync: false, // true would cause a separate render for each of the three columns while scrolling
    scrollMargin: top,
    estimateSize(index) {
      const estimate = heightOf(indexes, index);
      const known = measured.get(items[indexes[index]!]!);
      return known?.width === width && known.estimate === estimate ? known.height : estimate;
    },
    measureElement(element, entry, instance) {
      const index = instance.indexFromElement(element);
      // reading the height of a new card would force a layout in the middle of rendering; its observer brings the
      // height in the same frame, but not before a page is printed
      if (!entry && !printing)
        return instance.itemSizeCache.get(getItemKey(index)) ?? instance.options.estimateSize(index);
      const height = measureElement(element, entry, instance);
      const item = items[indexes[index]!];
      if (item) measured.set(item, { width, estimate: heightOf(indexes, index), height });
      return height;
    },
    getItemKey,
    rangeExtractor: (range: Range) => {
      if (printing) return [...indexes.keys()];
      const shown = defaultRangeExtractor(range);
      return kept.length === 0 ? shown : [...new Set([...shown, ...kept])].sort((a, b) => a - b);
    },
  });
  // the columns share one scroll bar, so a column must not correct the scroll position
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  return { column, indexes, virtualizer };
}
