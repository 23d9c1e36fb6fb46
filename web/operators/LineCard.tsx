import { Button } from '@mantine/core';
import type { Line } from '../../src/contract/line';
import { formatPhone } from '../../src/contract/people';
import { cache, trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { Ago } from '../ui/times';
import { toast, toastError } from '../ui/toast';
import { Card } from './Card';
import classes from './Card.module.css';
import { Findings } from './Findings';
import { toastAdminError } from './toast-admin-error';

export function LineCard() {
  const line = trpc.admin.line.useQuery();
  const { data } = line;
  return (
    <Card
      title="Line"
      note={data && `Texts go through ${data.label}, ${formatPhone(data.phoneNumber)}.`}
      actions={data && <Actions canRepair={data.canRepair} />}
    >
      <Loaded query={line} what="the line" height={120}>
        {({ label, canRepair, examined }) => (
          <>
            <p className={classes.text} role="status">
              {examined ? (
                <>
                  Checked <Ago at={examined.at} />.
                </>
              ) : (
                'Not checked since the server started. '
              )}
              {!examined &&
                canRepair &&
                `Setting it up registers this server's webhooks at ${label}, and checks it then.`}
            </p>
            {examined && <Findings findings={examined.findings} />}
          </>
        )}
      </Loaded>
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
