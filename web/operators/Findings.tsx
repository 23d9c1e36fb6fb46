import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../src/contract/health';
import { exactTime, relativeTime, useNow } from '../ui/dates';
import classes from './Findings.module.css';

/** Lists the results of checks. Each result has advice. */
export function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul className={classes.list}>
      {findings.map((finding) => (
        <FindingItem key={finding.name + finding.advice} {...finding} />
      ))}
    </ul>
  );
}

const ICONS = { good: IconCircleCheck, notice: IconInfoCircle, bad: IconAlertTriangle };
const SPOKEN = { good: 'Good', notice: 'Notice', bad: 'Trouble' };

function FindingItem({ name, state, value, at, advice }: Finding) {
  const now = useNow();
  const Icon = ICONS[state];
  return (
    <li className={classes.check} data-state={state}>
      <Icon size={20} role="img" aria-label={SPOKEN[state]} />
      <div>
        <p className={classes.line}>
          <strong>{name}</strong>
          <span>
            {value}
            {value && at && ', since '}
            {at && (
              <time dateTime={at} title={exactTime(at)}>
                {relativeTime(at, now)}
              </time>
            )}
          </span>
        </p>
        <p className={classes.advice}>{advice}</p>
      </div>
    </li>
  );
}
