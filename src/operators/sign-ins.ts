import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { notFound, VisibleError } from '../app/errors';
import { countOf } from '../contract/counts';
import { displayName } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { logForOwner } from '../people/auth/account-log';
import { recordEnd } from '../people/auth/ended-sessions';
import { removeAllPasskeys } from '../people/auth/passkeys';
import { findUser, setOperatorClaim } from '../people/users';

export function endSignIns(app: App, operator: User, id: number): Done {
  if (id === operator.id)
    throw new VisibleError('own_account', 'End your own sessions and passkeys in your profile.');
  return transaction(app.db, () => {
    const user = findUser(app, id);
    if (!user) throw notFound('User');
    recordEnd(app, 'operator', { user: id });
    const { endIdentity, endSessions, endTokens } = statements(app.db);
    const ended = [
      countOf(removeAllPasskeys(app, id), 'passkey'),
      countOf(endSessions.run({ id }).changes, 'session'),
      countOf(endTokens.run({ id }).changes, 'access token'),
      ...(endIdentity.run({ id }).changes > 0 ? ['the connection to the provider'] : []),
    ].join(', ');
    setOperatorClaim(app, id, null);
    logForOwner(app, id, 'sign-ins ended', `${displayName(operator)} ended ${ended}`);
    app.log.info({ operator: operator.id, user: id, ended }, 'operator ended the sign-ins of an account');
    return succeeded(`Ended ${ended}.`);
  });
}

const statements = prepared(({ $client }) => ({
  endIdentity: $client.prepare<unknown, { id: number }>('delete from identities where user_id = $id'),
  endSessions: $client.prepare<unknown, { id: number }>('delete from sessions where user_id = $id'),
  endTokens: $client.prepare<unknown, { id: number }>('delete from access_tokens where user_id = $id'),
}));
