import type { ReactNode } from 'react';
import classes from './ProfilePage.module.css';

type Props = { id: string; title: string; note: ReactNode; children: ReactNode };

export const ProfileCard = ({ id, title, note, children }: Props) => (
  <div className={classes.card}>
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{note}</p>
      {children}
    </section>
  </div>
);
