import { countOf } from '../../src/contract/counts';
import type { ImportJob } from '../../src/contract/imports';
import classes from './ImportCard.module.css';

export function Unreadable({
  count,
  reasons,
}: Pick<NonNullable<ImportJob['result']>, 'reasons'> & { count: number }) {
  if (count === 0) return null;
  const more = count - reasons.length;
  return (
    <details className={classes.details}>
      <summary>{countOf(count, 'part')} that we cannot read</summary>
      <ul>
        {reasons.map(({ what, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may have equal names, and the list does not change
          <li key={index}>
            <bdi>{what}</bdi>: {reason}
          </li>
        ))}
        {more > 0 && <li>and {more.toLocaleString('en-US')} more</li>}
      </ul>
    </details>
  );
}
