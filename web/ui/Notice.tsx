import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';
import { unreached } from './reach';

type Props = {
  icon?: ReactNode;
  title: string;
  heading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
};

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

export function LoadError({ what, onRetry, busy }: { what: string; onRetry: () => void; busy: boolean }) {
  const offline = unreached.use();
  return (
    <div role="alert">
      <Notice
        title={offline ? 'No connection' : `Could not load ${what}`}
        action={
          <Button variant="default" loading={busy} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {offline ? `This browser has not kept ${what}.` : 'The answer was not as expected.'}
      </Notice>
    </div>
  );
}
