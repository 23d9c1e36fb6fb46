import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';

type Props = {
  label: string;
  count: number;
  className?: string;
  style?: CSSProperties;
  skeleton?: string;
  /** Returns the height of the n-th skeleton in pixels. Not needed if the style sheet sets the height. */
  heightOf?: (n: number) => number;
};

export function Skeletons({ label, count, className, style, skeleton, heightOf }: Props) {
  return (
    <div role="status" aria-label={label} className={className} style={style}>
      {Array.from({ length: count }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are all alike and keep their order
        <Skeleton key={n} className={skeleton} height={heightOf?.(n)} />
      ))}
    </div>
  );
}
