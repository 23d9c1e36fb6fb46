import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Loaded } from '../ui/Loaded';
import classes from './Entry.module.css';

type ListProps<Row> = {
  query: ComponentProps<typeof Loaded<Row[]>>['query'];
  what: string;
  children: (row: Row) => ReactNode;
};

export const EntryList = <Row,>({ query, what, children }: ListProps<Row>) => (
  <Loaded query={query} what={what} height={64}>
    {(rows) =>
      rows.length > 0 && (
        <Stack component="ul" gap="0.9rem">
          {rows.map((row) => children(row))}
        </Stack>
      )
    }
  </Loaded>
);

type Props = {
  name: string;
  children: ReactNode;
  button?: ButtonProps & Pick<ComponentProps<'button'>, 'aria-label' | 'onClick'>;
};

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
