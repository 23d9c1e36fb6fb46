import { Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../src/contract/health';
import { Ago } from '../ui/times';
import classes from './Findings.module.css';

const STATES = {
  good: { Icon: IconCircleCheck, label: 'Good', color: 'var(--good)' },
  notice: { Icon: IconInfoCircle, label: 'Notice', color: 'var(--ink-soft)' },
  bad: { Icon: IconAlertTriangle, label: 'Trouble', color: 'var(--mantine-color-error)' },
};

export const Findings = ({ findings }: { findings: Finding[] }) => (
  <ul style={{ gap: '0.9rem' }}>
    {findings.map(({ name, state, value, at, advice }) => {
      const { Icon, label, color } = STATES[state];
      return (
        <li key={name + advice} className={classes.check}>
          <Icon size={20} role="img" aria-label={label} color={color} />
          <div>
            <Group
              component="p"
              justify="space-between"
              align="stretch"
              gap="0 1rem"
              m={0}
              className={classes.line}
            >
              <strong>{name}</strong>
              <span>
                {value}
                {value && at && ', since '}
                {at && <Ago at={at} />}
              </span>
            </Group>
            <p className={classes.advice} style={state === 'bad' ? { color } : undefined}>
              {advice}
            </p>
          </div>
        </li>
      );
    })}
  </ul>
);
