import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = { title: string; subtitle?: ReactNode; actions?: ReactNode };

export function PageHeader({ title, subtitle, actions }: Props) {
  return (
    <div className={classes.header}>
      <div className={classes.titles}>
        <h1>{title}</h1>
        <p>{subtitle ?? '\u00a0'}</p>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
