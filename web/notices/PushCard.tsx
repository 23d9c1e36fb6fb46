import { Button, Group, Stack, Switch } from '@mantine/core';
import { deviceName } from '../../src/contract/people';
import type { PushSubscription } from '../../src/contract/push';
import { Entry } from '../people/Entry';
import type { Obstacle } from '../product/push/subscription';
import { BLOCKED, usePushHere } from '../product/push/use-push-here';
import { errorMessage, trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { Ago } from '../ui/times';
import { toast, toastError } from '../ui/toast';
import classes from './NotificationsPage.module.css';

const OBSTACLES: Record<Obstacle, string> = {
  denied: BLOCKED,
  'install first':
    'An iPhone or iPad shows notifications only from the Home Screen. Tap Share, then “Add to Home Screen”, open the app from there, and come back to this page.',
  unsupported:
    'This browser cannot show notifications. Another browser, or a newer version of this one, can.',
  insecure:
    'Browsers show notifications only of sites with https, and this page came by plain http. The people who run this server can change that.',
};

export function PushCard() {
  const push = usePushHere();
  const { list, obstacle, mine } = push;
  const others = list.data?.filter(({ current }) => !current) ?? [];
  return (
    <section className={classes.card} aria-labelledby="in-browsers">
      <h2 id="in-browsers">In this browser</h2>
      <Loaded query={{ ...list, data: push.isKnown || undefined }} what="your browsers" height={64}>
        {() => (
          <>
            {mine ? (
              <Switched {...push} mine={mine} />
            ) : obstacle ? (
              <p>{OBSTACLES[obstacle]}</p>
            ) : (
              <>
                <p>Be told here instead of by text. You can still choose for each board.</p>
                <Button loading={push.start.isPending} onClick={() => push.start.mutate()}>
                  Notify me here
                </Button>
              </>
            )}
            {others.length > 0 && <OtherBrowsers browsers={others} remove={push.remove} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

type SwitchedProps = Pick<ReturnType<typeof usePushHere>, 'remove' | 'stop'> & { mine: PushSubscription };

function Switched({ mine, remove, stop }: SwitchedProps) {
  const change = trpc.push.change.useMutation({
    onSuccess: () => toast({ title: 'Settings updated' }),
    onError: (error) => toastError(errorMessage(error, 'Failed to update settings')),
  });
  const test = trpc.push.test.useMutation({
    onSuccess: ({ message }) => toast({ title: message }),
    onError: (error) => toastError(errorMessage(error, 'Failed to send the notification')),
  });
  return (
    <>
      <p>
        You are told here instead of by text. {mine.failing && 'The last notification did not get through.'}
      </p>
      <Switch
        size="md"
        label="Show the text of messages"
        description="Others could read it on a locked screen. Without it, a notification names the sender and the board."
        checked={change.isPending ? change.variables.showsText : mine.showsText}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ id: mine.id, showsText: event.currentTarget.checked })}
      />
      <Group gap="0.6rem" mt="1rem">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => void stop()}>
          Stop notifying me here
        </Button>
      </Group>
    </>
  );
}

type OthersProps = { browsers: PushSubscription[]; remove: ReturnType<typeof usePushHere>['remove'] };

const OtherBrowsers = ({ browsers, remove }: OthersProps) => (
  <>
    <h3 className={classes.others}>Other browsers that notify me</h3>
    <Stack component="ul" gap="0.9rem">
      {browsers.map(({ id, createdAt, takenAt, failing, ...device }) => {
        const name = deviceName(device);
        const button = {
          'aria-label': `Remove ${name}`,
          disabled: remove.isPending,
          onClick: () => remove.mutate({ id }),
          children: 'Remove',
        };
        return (
          <Entry key={id} name={name} button={button}>
            {failing && 'The last notification did not get through · '}
            {takenAt ? 'Last notified' : 'Since'} <Ago at={takenAt ?? createdAt} />
          </Entry>
        );
      })}
    </Stack>
  </>
);
