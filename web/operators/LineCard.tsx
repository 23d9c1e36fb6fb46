import { Button, Skeleton } from '@mantine/core';
import type { Line } from '../../src/contract/line';
import { formatPhone } from '../../src/contract/people';
import { cache, trpc } from '../product/trpc';
import { exactTime, relativeTime, useNow } from '../ui/dates';
import { LoadError } from '../ui/Notice';
import { toast, toastError } from '../ui/toast';
import { Card } from './Card';
import { Findings } from './Findings';
import classes from './LineCard.module.css';
import { toastAdminError } from './toast-admin-error';

/**
 * Card about the line, which is the SMS gateway with its phone number. One button checks the line and lists
 * what is missing. Another button sets up what the server can set up at the gateway.
 */
export function LineCard() {
  const { data, isError, isFetching, refetch } = trpc.admin.line.useQuery();
  return (
    <Card
      title="Line"
      note={data && `Texts go through ${data.label}, ${formatPhone(data.phoneNumber)}.`}
      actions={data && <Actions canRepair={data.canRepair} />}
    >
      {data ? (
        <LastCheck {...data} />
      ) : isError ? (
        <LoadError what="the line" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
    </Card>
  );
}

function Actions({ canRepair }: Pick<Line, 'canRepair'>) {
  const options = (done: string) => ({
    onSuccess(line: Line) {
      cache.admin.line.setData(undefined, line);
      if (line.examined?.findings.some(({ state }) => state === 'bad'))
        toastError('The card says what it still lacks.', done);
      else toast({ title: done, description: 'Texts can come and go.' });
    },
    onError: (error: Parameters<typeof toastAdminError>[0]) =>
      toastAdminError(error, 'Error', 'The line could not be checked'),
  });
  const check = trpc.admin.checkLine.useMutation(options('Line checked'));
  const repair = trpc.admin.repairLine.useMutation(options('Line set up'));
  const busy = check.isPending || repair.isPending;
  return (
    <>
      {canRepair && (
        <Button disabled={busy} onClick={() => repair.mutate()}>
          {repair.isPending ? 'Setting up...' : 'Set up the line'}
        </Button>
      )}
      <Button variant="default" disabled={busy} onClick={() => check.mutate()}>
        {check.isPending ? 'Checking...' : 'Check the line'}
      </Button>
    </>
  );
}

function LastCheck({ label, canRepair, examined }: Line) {
  const now = useNow();
  if (!examined)
    return (
      <p className={classes.text} role="status">
        Not checked since the server started.{' '}
        {canRepair && `Setting it up registers this server's webhooks at ${label}, and checks it then.`}
      </p>
    );
  return (
    <>
      <p className={classes.text} role="status">
        Checked{' '}
        <time dateTime={examined.at} title={exactTime(examined.at)}>
          {relativeTime(examined.at, now)}
        </time>
        .
      </p>
      <Findings findings={examined.findings} />
    </>
  );
}
