import { Button } from '@mantine/core';
import type { FailedDownload } from '../../src/contract/admin';
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
  if (!data?.length) return null;
  return (
    <Card title="Photos of texts">
      <ul>
        {data.map((download) => (
          <Item key={download.id} download={download} />
        ))}
      </ul>
    </Card>
  );
}

function Item({ download: { id, phoneNumber, reason, nextTry, timestamp } }: { download: FailedDownload }) {
  const retry = trpc.admin.retryDownload.useMutation({
    onSuccess: ({ message }) => toast({ title: 'Trying again', description: message }),
    onError: (error) => toastAdminError(error, 'Error', 'Failed to try the photo again'),
  });
  return (
    <li className={classes.item}>
      <div className={classes.underway}>
        <p className={classes.message}>{reason}</p>
        <Button variant="default" disabled={retry.isPending} onClick={() => retry.mutate({ id })}>
          {retry.isPending ? 'Trying...' : 'Try again'}
        </Button>
      </div>
      <p className={classes.figures}>
        <strong>{nextTry ? 'Waiting' : 'Given up'}</strong> · from {phoneNumber} · <Ago at={timestamp} />
        {nextTry && (
          <>
            , next try <time dateTime={nextTry}>{exactTime(nextTry)}</time>
          </>
        )}
      </p>
    </li>
  );
}
