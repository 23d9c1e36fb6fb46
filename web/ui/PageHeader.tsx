import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

type Props = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The header of small windows shows the title. */
  inBar?: true;
};

export function PageHeader({ title, subtitle, actions, inBar }: Props) {
  return (
    <div className={classes.header}>
      <div className={classes.titles} data-in-bar={inBar}>
        <h1>{title}</h1>
        <div className={classes.subtitle}>{subtitle ?? '\u00a0'}</div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
