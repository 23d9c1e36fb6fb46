import type { Stats } from '../../src/contract/admin';
import classes from './StatCards.module.css';

export function StatCards({ stats }: { stats: Stats }) {
  const figures = [
    ['Total Users', stats.totalUsers],
    ['Total Messages', stats.totalMessages],
    ['Shared Boards', stats.totalSharedBoards],
    ['Recent Signups (7d)', stats.recentSignups],
  ] as const;
  return (
    <dl className={classes.grid}>
      {figures.map(([name, figure]) => (
        <div key={name} className={classes.card}>
          <dt>{name}</dt>
          <dd>{figure.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}
