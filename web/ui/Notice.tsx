import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';

type Props = {
  icon?: ReactNode;
  title: string;
  /** Makes the title the heading of the page, for pages that show nothing but the notice. */
  heading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
};

/** Says why there is nothing to show, and what the person can do. */
export function Notice({ icon, title, heading = false, children, action }: Props) {
  const Title = heading ? 'h1' : 'p';
  return (
    <div className={classes.notice}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <Title className={classes.title}>{title}</Title>
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </div>
  );
}

/** Says that `what` could not be loaded. Has a button to try again. */
export function LoadError({ what, onRetry, busy }: { what: string; onRetry: () => void; busy: boolean }) {
  return (
    <div role="alert">
      <Notice
        title={`Could not load ${what}`}
        action={
          <Button variant="default" loading={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The server did not answer as expected. Check your connection, then try again.
      </Notice>
    </div>
  );
}
