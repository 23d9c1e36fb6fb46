import classes from './ProgressBar.module.css';

type Props = { label: string; done: number; total: number };

export function ProgressBar({ label, done, total }: Props) {
  return <progress className={classes.bar} aria-label={label} value={done} max={Math.max(total, 1)} />;
}
