import { Skeleton } from '@mantine/core';
import { trpc } from '../product/trpc';
import { LoadError } from '../ui/Notice';
import { Card } from './Card';
import { Findings } from './Findings';

const POLL_MS = 30_000;

/** Shows the results of the server's health checks. Each result has advice. */
export function HealthCard() {
  const { data, isError, isFetching, refetch } = trpc.admin.health.useQuery(undefined, {
    refetchInterval: POLL_MS,
  });
  return (
    <Card title="Health">
      {data ? (
        <Findings findings={data} />
      ) : isError ? (
        <LoadError what="the health of the server" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={380} radius="md" />
      )}
    </Card>
  );
}
