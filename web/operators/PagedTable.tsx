import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadError } from '../ui/Notice';
import { Pages } from './Pages';
import { type Column, Table } from './Table';

/** Number of rows on a page. Callers fetch one row more, to know whether there is a next page. */
export const ROWS = 20;

type Props<Row> = {
  /** The query that fetches the rows of the page and, if there is a next page, the first row of that page. */
  query: { data?: Row[]; isError: boolean; isFetching: boolean; refetch: () => unknown };
  page: number;
  onPage: (page: number) => void;
  /** Name for the rows, such as "numbers" in "Pages of numbers". */
  what: string;
  caption?: string;
  columns: Column[];
  /** Sentence to show if there are no rows. */
  empty: string;
  children: (row: Row) => ReactNode;
};

/**
 * A table whose rows are fetched page by page. Also shows whether the page is loading, could not be loaded,
 * or is empty.
 */
export function PagedTable<Row>({
  query: { data, isError, isFetching, refetch },
  page,
  onPage,
  what,
  caption,
  columns,
  empty,
  children,
}: Props<Row>) {
  if (!data)
    return isError ? (
      <LoadError what={`the ${what}`} busy={isFetching} onRetry={refetch} />
    ) : (
      <Skeleton height={180} radius="md" />
    );
  return (
    <>
      {data.length === 0 ? (
        <p>{empty}</p>
      ) : (
        <Table caption={caption} label={what} columns={columns}>
          {data.slice(0, ROWS).map(children)}
        </Table>
      )}
      <Pages
        page={page}
        size={ROWS}
        total={page * ROWS + data.length}
        isTotal={data.length <= ROWS}
        onPage={onPage}
        label={`Pages of ${what}`}
      />
    </>
  );
}
