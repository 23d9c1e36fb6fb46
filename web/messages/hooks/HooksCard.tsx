import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Hook } from '../../../src/contract/hooks';
import { useIsProofAsked } from '../../people/auth/proof';
import { Entry, EntryList } from '../../people/Entry';
import { ProfileCard } from '../../people/ProfileCard';
import { trpc } from '../../product/trpc';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { Ago } from '../../ui/times';

const HookDialog = lazyDialog(() => import('./HookDialog'), 'HookDialog');
const HookLogDialog = lazyDialog(() => import('./HookLogDialog'), 'HookLogDialog');
const ProofDialog = lazyDialog(() => import('../../people/auth/ProofDialog'), 'ProofDialog');

const OWN = {
  id: 'webhooks',
  title: 'Webhooks',
  note: 'What happens on your boards is posted to programs of yours, such as n8n, Node-RED or Home Assistant.',
};
const OF_EVERYTHING = {
  id: 'webhooks',
  title: 'Webhooks of everything',
  note: 'What happens on the whole server is posted to a program of yours: with ids alone, and no words of anybody.',
};

/** `everything`: those of an operator, on the admin page. */
export function HooksCard({ everything = false }: { everything?: boolean }) {
  const hooks = trpc.hooks.list.useQuery();
  const isProofAsked = useIsProofAsked();
  const [opened, setOpened] = useState<'hook' | 'log' | null>(null);
  const [chosen, setChosen] = useState<Hook | null>(null);
  const open = (hook: Hook | null) => {
    setChosen(hook);
    setOpened('hook');
  };
  const close = () => setOpened(null);
  const shown = hooks.data?.filter((hook) => hook.everything === everything);
  const present = shown?.find(({ id }) => id === chosen?.id) ?? chosen;
  return (
    <ProfileCard {...(everything ? OF_EVERYTHING : OWN)}>
      <EntryList query={{ ...hooks, data: shown }} what="your webhooks">
        {(hook) => (
          <Entry
            key={hook.id}
            name={new URL(hook.url).host}
            button={{
              'aria-label': `Change the webhook to ${new URL(hook.url).host}`,
              onClick: () => open(hook),
              children: 'Change',
            }}
          >
            <HookState hook={hook} />
          </Entry>
        )}
      </EntryList>
      {shown && (
        <Button
          variant="default"
          mt={shown.length > 0 ? 'md' : undefined}
          onClick={() => open(null)}
          {...preloadOnHover(HookDialog)}
        >
          Add a webhook
        </Button>
      )}
      <HookDialog
        key={chosen?.id ?? 'new'}
        hook={present}
        everything={everything}
        opened={opened === 'hook'}
        onClose={close}
        onLog={() => setOpened('log')}
      />
      <HookLogDialog hook={present} opened={opened === 'log'} onClose={close} />
      {everything && <ProofDialog opened={isProofAsked} />}
    </ProfileCard>
  );
}

function HookState({ hook: { active, offBecause, failingSince, boards, events, waiting } }: { hook: Hook }) {
  if (!active) return <>Switched off{offBecause && `, because ${offBecause}`}</>;
  return (
    <>
      {failingSince && 'Failing since '}
      {failingSince && <Ago at={failingSince} />}
      {failingSince && ' · '}
      {events.length} events
      {boards && ` on ${boards.map((tag) => `#${tag}`).join(', ')}`}
      {waiting > 0 && ` · ${waiting} waiting`}
    </>
  );
}
