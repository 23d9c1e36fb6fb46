import type { ReactNode } from 'react';
import classes from './Table.module.css';

export type Column<Row> = {
  /** Also the heading, unless the column has a `heading`. */
  title: string;
  heading?: ReactNode;
  className?: string;
  sorted?: 'ascending' | 'descending';
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  caption?: string;
  /** Name of the table for screen readers, if it has no caption. */
  label?: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  isSelected?: (row: Row) => boolean;
  /** True while the rows of the previous search, order or page still show. */
  stale?: boolean;
};

export const Table = <Row,>({ caption, label, columns, rows, keyOf, isSelected, stale }: Props<Row>) => (
  <div className={classes.frame}>
    <table
      className={classes.table}
      aria-label={caption ? undefined : label}
      aria-busy={stale}
      data-stale={stale || undefined}
    >
      {caption && <caption className={classes.caption}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, heading = title, className, sorted }) => (
            <th key={title} scope="col" className={className} aria-sort={sorted}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} data-selected={isSelected?.(row) || undefined}>
            {columns.map(({ title, className, cell }) => (
              <td key={title} className={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
