import { Loaded } from '../ui/Loaded';
import { Pages } from './Pages';
import { type Column, Table } from './Table';

/** Number of rows on a page. Callers fetch one row more, to know whether there is a next page. */
export const ROWS = 20;

type Props<Row> = {
  query: { data?: Row[]; isError: boolean; isFetching: boolean; refetch: () => unknown };
  page: number;
  onPage: (page: number) => void;
  /** Name for the rows, such as "numbers" in "Pages of numbers". */
  what: string;
  caption?: string;
  columns: Column<Row>[];
  keyOf: (row: Row) => string;
  /** Sentence to show if there are no rows. */
  empty: string;
};

export const PagedTable = <Row,>({ query, page, onPage, what, empty, ...table }: Props<Row>) => (
  <Loaded query={query} what={`the ${what}`} height={180}>
    {(rows) => (
      <>
        {rows.length > 0 ? (
          <Table {...table} label={what} rows={rows.slice(0, ROWS)} />
        ) : (
          <p style={{ marginBlock: '1em' }}>{empty}</p>
        )}
        <Pages
          page={page}
          size={ROWS}
          total={page * ROWS + rows.length}
          isTotal={rows.length <= ROWS}
          onPage={onPage}
          label={`Pages of ${what}`}
        />
      </>
    )}
  </Loaded>
);
