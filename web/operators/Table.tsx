import type { ReactNode } from 'react';
import classes from './UserTable.module.css';

export type Column = { title: string; isNumber?: boolean };

type Props = {
  /** Heading of the table. Without `caption`, `label` is the name of the table for screen readers. */
  caption?: string;
  label?: string;
  columns: Column[];
  children: ReactNode;
};

export function Table({ caption, label, columns, children }: Props) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={caption ? undefined : label}>
        {caption && <caption className={classes.caption}>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" className={isNumber ? classes.number : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
