import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadError } from './Notice';

type Props<Data> = {
  query: { data?: Data; isError: boolean; isFetching: boolean; refetch: () => unknown };
  /** Name of the data in the error message, such as "your devices". */
  what: string;
  /** Height of the placeholder in pixels. */
  height: number;
  radius?: 'md' | 'lg';
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query, a placeholder while it loads, or that it could not be loaded. */
export function Loaded<Data>({ query, what, height, radius = 'md', children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError what={what} busy={query.isFetching} onRetry={query.refetch} />;
  return <Skeleton height={height} radius={radius} />;
}
