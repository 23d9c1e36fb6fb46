import { Skeleton } from '@mantine/core';
import classes from './LinkCard.module.css';

export function LoadingCard({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className={`${classes.card} ${classes.large} ${classes.loading}`}>
      <span className={classes.picture} />
      <span className={classes.text}>
        <Skeleton height="0.8rem" width="70%" radius="sm" />
        <Skeleton height="0.6rem" width="30%" radius="sm" />
      </span>
    </div>
  );
}
