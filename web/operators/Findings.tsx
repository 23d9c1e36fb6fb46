import { Box, Group } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../src/contract/health';
import { Ago } from '../ui/times';

const STATES = {
  good: { Icon: IconCircleCheck, label: 'Good', color: 'var(--good)' },
  notice: { Icon: IconInfoCircle, label: 'Notice', color: 'var(--ink-soft)' },
  bad: { Icon: IconAlertTriangle, label: 'Trouble', color: 'var(--mantine-color-error)' },
};

/** Aligns an icon with the first line beside it. */
const ICON = { flex: 'none', marginTop: '0.12rem' };

export const Findings = ({ findings }: { findings: Finding[] }) => (
  <ul style={{ gap: '0.9rem' }}>
    {findings.map(({ name, state, value, at, advice }) => {
      const { Icon, label, color } = STATES[state];
      return (
        <Group component="li" key={name + advice} wrap="nowrap" align="start" gap="0.7rem">
          <Icon size={20} role="img" aria-label={label} color={color} style={ICON} />
          <Box flex={1} miw={0}>
            <Group justify="space-between" align="stretch" gap="0 1rem">
              <Box component="strong" fw={600}>
                {name}
              </Box>
              <span style={{ fontVariantNumeric: 'tabular-nums' }}>
                {value}
                {value && at && ', since '}
                {at && <Ago at={at} />}
              </span>
            </Group>
            <Box fz="0.9rem" c={state === 'bad' ? color : 'dimmed'}>
              {advice}
            </Box>
          </Box>
        </Group>
      );
    })}
  </ul>
);
