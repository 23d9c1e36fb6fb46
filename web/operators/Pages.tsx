import { Button } from '@mantine/core';
import { withCommas } from '../../src/contract/counts';
import classes from './Pages.module.css';

type Props = {
  page: number;
  size: number;
  /** If `isTotal` is false, it is only the number of rows known so far, and is not shown. */
  total: number;
  isTotal?: boolean;
  onPage: (page: number) => void;
  label?: string;
};

export function Pages({ page, size, total, isTotal = true, onPage, label = 'Pages of users' }: Props) {
  if (total <= size && page === 0) return null;
  const last = Math.min((page + 1) * size, total);
  return (
    <nav className={classes.pages} aria-label={label}>
      <span role="status">
        {withCommas(Math.min(page * size + 1, total))}–{withCommas(last)}
        {isTotal && ` of ${withCommas(total)}`}
      </span>
      <Button variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
