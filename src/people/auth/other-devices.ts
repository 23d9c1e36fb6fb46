import { prepared, transaction } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import type { OthersEndInput } from '../../contract/auth';
import { countOf } from '../../contract/counts';
import { type Done, succeeded } from '../../contract/text';
import { recordEnd } from './ended-sessions';
import { removePasskeysSince } from './passkeys';
import { findSession } from './sessions';
import { revokeTokensSince } from './tokens';

export function endOtherDevices(
  app: App,
  user: User,
  cookie: string | null,
  { revokeMade = false }: OthersEndInput,
): Done {
  const current = findSession(app, cookie)?.id ?? '';
  if (revokeMade) transaction(app.db, () => revokeMadeSince(app, user, current));
  recordEnd(app, 'elsewhere', { user: user.id, except: current });
  const { changes } = statements(app.db).end.run({ user: user.id, current });
  return succeeded(`${countOf(changes, 'other device is', 'other devices are')} signed out.`);
}

/** Nobody on these devices can have made anything before the first of them signed in. */
function revokeMadeSince(app: App, user: User, current: string): void {
  const { at } = statements(app.db).findFirst.get({ user: user.id, current })!;
  if (at === null) return;
  revokeTokensSince(app, user, at);
  removePasskeysSince(app, user, at);
  for (const forget of [statements(app.db).forgetHooks, statements(app.db).forgetFeeds])
    forget.run({ user: user.id, at });
}

type Others = { user: number; current: string };

const statements = prepared(({ $client }) => ({
  findFirst: $client.prepare<{ at: number | null }, Others>(
    'select min(created_at) as at from sessions where user_id = $user and id <> $current',
  ),
  forgetHooks: $client.prepare<unknown, { user: number; at: number }>(
    'delete from hooks where user_id = $user and created_at >= $at',
  ),
  forgetFeeds: $client.prepare<unknown, { user: number; at: number }>(
    'delete from feeds where user_id = $user and created_at >= $at',
  ),
  end: $client.prepare<unknown, Others>('delete from sessions where user_id = $user and id <> $current'),
}));
