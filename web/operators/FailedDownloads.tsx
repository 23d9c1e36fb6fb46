import { Button, Text } from '@mantine/core';
import { trpc } from '../product/trpc';
import { exactTime } from '../ui/dates';
import { Ago } from '../ui/times';
import { toast } from '../ui/toast';
import classes from './Broadcasts.module.css';
import { Card } from './Card';
import { toastAdminError } from './toast-admin-error';

const POLL_MS = 30_000;

export function FailedDownloads() {
  const { data } = trpc.admin.downloads.useQuery(undefined, { refetchInterval: POLL_MS });
  const retry = trpc.admin.retryDownload.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Trying again', description: message }),
    onError: (error) => toastAdminError(error, 'Error', 'Failed to try the photo again'),
  });
  const isTrying = (id: number) => retry.isPending && retry.variables.id === id;
  if (!data?.length) return null;
  return (
    <Card title="Photos of texts">
      <ul>
        {data.map(({ id, phoneNumber, reason, nextTry, timestamp }) => (
          <li key={id} className={classes.item}>
            <div className={classes.underway}>
              <Text inherit lineClamp={3}>
                {reason}
              </Text>
              <Button variant="default" disabled={isTrying(id)} onClick={() => retry.mutate({ id })}>
                {isTrying(id) ? 'Trying...' : 'Try again'}
              </Button>
            </div>
            <p className={classes.figures}>
              <strong>{nextTry ? 'Waiting' : 'Given up'}</strong> · from {phoneNumber} ·{' '}
              <Ago at={timestamp} />
              {nextTry && ', next try '}
              {nextTry && <time dateTime={nextTry}>{exactTime(nextTry)}</time>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
