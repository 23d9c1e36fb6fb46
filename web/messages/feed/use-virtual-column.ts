import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
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
  heightOf: (item: T) => number;
};

export function useVirtualColumn<T extends { id: number }>(column: number, indexes: number[], feed: Feed<T>) {
  const { items, gap, top, keptIds, printing, overscan, heightOf } = feed;
  const kept =
    keptIds.size === 0 ? [] : [...indexes.keys()].filter((at) => keptIds.has(items[indexes[at]!]!.id));
  // memoised, because the virtual list places all its cards again when this function changes
  const getItemKey = useCallback((index: number) => firstIdOf(items[indexes[index]!]!.id), [items, indexes]);
  const virtualizer = useWindowVirtualizer({
    count: indexes.length,
    gap,
    overscan,
    useFlushSync: false, // true would cause a separate render for each of the three columns while scrolling
    scrollMargin: top,
    estimateSize: (index) => heightOf(items[indexes[index]!]!),
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
