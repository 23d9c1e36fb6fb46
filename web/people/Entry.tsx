import { Button, type ButtonProps, Group } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import classes from './Entry.module.css';

type Props = {
  name: string;
  children: ReactNode;
  button?: ButtonProps & Pick<ComponentProps<'button'>, 'aria-label' | 'onClick'>;
};

export const Entries = ({ children }: { children: ReactNode }) => (
  <ul className={classes.entries}>{children}</ul>
);

export const Entry = ({ name, children, button }: Props) => (
  <Group component="li" justify="space-between" wrap="nowrap">
    <div className={classes.what}>
      <strong dir="auto" title={name}>
        {name}
      </strong>
      <span>{children}</span>
    </div>
    {button && <Button variant="default" size="compact-md" flex="none" {...button} />}
  </Group>
);
