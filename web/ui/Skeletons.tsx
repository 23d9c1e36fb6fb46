import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';

type Props = {
  label: string;
  count: number;
  className?: string;
  style?: CSSProperties;
  skeleton?: string;
  /** The height of the n-th, in pixels, where the style sheet does not say it. */
  heightOf?: (n: number) => number;
};

/** Skeletons in the places that cards will take, so that nothing jumps when they come. */
export function Skeletons({ label, count, className, style, skeleton, heightOf }: Props) {
  return (
    <div role="status" aria-label={label} className={className} style={style}>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change places
        <Skeleton key={n} className={skeleton} height={heightOf?.(n)} />
      ))}
    </div>
  );
}
