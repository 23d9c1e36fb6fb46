import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { Finding } from '../../src/contract/health';
import { trpc } from '../product/trpc';
import { exactTime, relativeTime, useNow } from '../ui/dates';
import { LoadError } from '../ui/Notice';
import { Card } from './Card';
import classes from './HealthCard.module.css';

const POLL_MS = 30_000;

/** The server's health checks, each with advice. */
export function HealthCard() {
  const { data, isError, isFetching, refetch } = trpc.admin.health.useQuery(undefined, {
    refetchInterval: POLL_MS,
  });
  return (
    <Card title="Health">
      {data ? (
        <ul className={classes.list}>
          {data.map((finding) => (
            <FindingItem key={finding.name + finding.advice} {...finding} />
          ))}
        </ul>
      ) : isError ? (
        <LoadError what="the health of the server" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={380} radius="md" />
      )}
    </Card>
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
