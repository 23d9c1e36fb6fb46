import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../src/contract/health';
import { Ago } from '../ui/times';
import classes from './Findings.module.css';

export function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul style={{ gap: '0.9rem' }}>
      {findings.map((finding) => (
        <FindingItem key={finding.name + finding.advice} {...finding} />
      ))}
    </ul>
  );
}

const ICONS = { good: IconCircleCheck, notice: IconInfoCircle, bad: IconAlertTriangle };
const SPOKEN = { good: 'Good', notice: 'Notice', bad: 'Trouble' };

function FindingItem({ name, state, value, at, advice }: Finding) {
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
            {at && <Ago at={at} />}
          </span>
        </p>
        <p className={classes.advice}>{advice}</p>
      </div>
    </li>
  );
}
