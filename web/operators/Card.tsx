import { Group } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Card.module.css';

type Props = { title: string; note?: ReactNode; actions?: ReactNode; children?: ReactNode };

export function Card({ title, note, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {note && <p>{note}</p>}
        </div>
        {actions && <Group gap="0.5rem">{actions}</Group>}
      </div>
      {children}
    </section>
  );
}
