import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AccessToken } from '../../../src/contract/tokens';
import { trpc } from '../../product/trpc';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { Ago, Day } from '../../ui/times';
import { Entry, EntryList } from '../Entry';
import { ProfileCard } from '../ProfileCard';
import { SCOPE_LABELS } from './token-scopes';

const NewTokenDialog = lazyDialog(() => import('./NewTokenDialog'), 'NewTokenDialog');
const RevokeTokenDialog = lazyDialog(() => import('./RevokeTokenDialog'), 'RevokeTokenDialog');

export function TokensCard() {
  const tokens = trpc.tokens.list.useQuery();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState(false);
  const [chosen, setChosen] = useState<AccessToken | null>(null);
  const revoke = (token: AccessToken) => {
    setChosen(token);
    setRevoking(true);
  };

  return (
    <ProfileCard
      id="tokens"
      title="Access tokens"
      note={
        <>
          For programs and scripts that act in your name, with <a href="/api/docs">the calls of the API</a>.
          Give each a token of its own.
        </>
      }
    >
      <EntryList query={tokens} what="your access tokens">
        {(token) => <TokenEntry key={token.id} token={token} onRevoke={() => revoke(token)} />}
      </EntryList>
      {tokens.data && (
        <Button
          variant="default"
          mt={tokens.data.length > 0 ? 'md' : undefined}
          onClick={() => setMaking(true)}
          {...preloadOnHover(NewTokenDialog)}
        >
          Make a token
        </Button>
      )}
      <NewTokenDialog opened={making} onClose={() => setMaking(false)} />
      <RevokeTokenDialog opened={revoking} token={chosen} onClose={() => setRevoking(false)} />
    </ProfileCard>
  );
}

function TokenEntry({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scope, boards, expired, expiresAt, lastUsedAt, network, program, oauth } = token;
  const button = { 'aria-label': `Revoke ${name}`, onClick: onRevoke, children: 'Revoke' };
  return (
    <Entry name={name} button={button}>
      {oauth && 'A program that you have let in · '}
      {SCOPE_LABELS[scope]}
      {boards && ` on ${boards.map((tag) => `#${tag}`).join(', ')}`} ·{' '}
      {lastUsedAt ? 'last used ' : 'never used'}
      {lastUsedAt && <Ago at={lastUsedAt} />}
      {lastUsedAt && network && ` from ${network}`}
      {lastUsedAt && program && ` by ${program}`}
      {expiresAt ? ` · ${expired ? 'expired' : 'expires'} on ` : ' · does not expire'}
      {expiresAt && <Day at={expiresAt} />}
    </Entry>
  );
}
