import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { AccessToken } from '../../../src/contract/tokens';
import { trpc } from '../../product/trpc';
import { exactTime, relativeTime, shortDate, useNow } from '../../ui/dates';
import { lazyDialog, preloadOnHover } from '../../ui/lazy-dialog';
import { LoadError } from '../../ui/Notice';
import classes from './DevicesCard.module.css';
import { SCOPE_LABELS } from './token-scopes';

const NewTokenDialog = lazyDialog(() => import('./NewTokenDialog'), 'NewTokenDialog');
const RevokeTokenDialog = lazyDialog(() => import('./RevokeTokenDialog'), 'RevokeTokenDialog');

/** Lists the person's access tokens, makes new ones and revokes them (docs/product.md: Access tokens). */
export function TokensCard() {
  const { data, isError, isFetching, refetch } = trpc.tokens.list.useQuery();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState(false);
  const [chosen, setChosen] = useState<AccessToken | null>(null);

  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Access tokens</h2>
      <p>
        For programs and scripts that act in your name, with <a href="/api/docs">the calls of the API</a>.
        Give each a token of its own.
      </p>
      {data ? (
        data.length > 0 && (
          <ul className={classes.devices}>
            {data.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                onRevoke={() => {
                  setChosen(token);
                  setRevoking(true);
                }}
              />
            ))}
          </ul>
        )
      ) : isError ? (
        <LoadError what="your access tokens" busy={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={64} radius="md" />
      )}
      {data && (
        <Button
          variant="default"
          mt={data.length > 0 ? 'md' : undefined}
          onClick={() => setMaking(true)}
          {...preloadOnHover(NewTokenDialog)}
        >
          Make a token
        </Button>
      )}
      <NewTokenDialog opened={making} onClose={() => setMaking(false)} />
      <RevokeTokenDialog opened={revoking} token={chosen} onClose={() => setRevoking(false)} />
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, scope, expired, expiresAt, lastUsedAt, network, program } = token;
  const now = useNow();
  return (
    <li className={classes.device}>
      <div className={classes.what}>
        <strong dir="auto" title={name}>
          {name}
        </strong>
        <span>
          {SCOPE_LABELS[scope]} ·{' '}
          {lastUsedAt ? (
            <>
              last used{' '}
              <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
                {relativeTime(lastUsedAt, now)}
              </time>
              {network && ` from ${network}`}
              {program && ` by ${program}`}
            </>
          ) : (
            'never used'
          )}{' '}
          ·{' '}
          {expiresAt ? (
            <>
              {expired ? 'expired' : 'expires'} on{' '}
              <time dateTime={expiresAt} title={exactTime(expiresAt)}>
                {shortDate(expiresAt)}
              </time>
            </>
          ) : (
            'does not expire'
          )}
        </span>
      </div>
      <Button variant="default" size="compact-md" aria-label={`Revoke ${name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
