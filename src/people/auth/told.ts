import { prepared } from '../../../db/open';
import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { deviceName } from '../../contract/people';
import { enqueue } from '../../outbox/outbox';
import { plainPush } from '../../outbox/push-words';
import { actOnAccount, actOnAccountText } from '../../outbox/texts';
import { type AccountAct, logForOwner } from './account-log';
import { type Caller, describe } from './devices';
import { findSession } from './sessions';

export type Actor = Caller & { cookie: string | null };

const ACTS = {
  'passkey added': { what: 'a passkey was added', end: 'Remove it', section: 'passkeys' },
  'token made': { what: 'an access token was made', end: 'Revoke it', section: 'tokens' },
  exported: { what: 'all that you have sent was exported', end: 'End that session', section: 'devices' },
  'calendar renewed': { what: 'your calendar got a new address', end: 'End it', section: 'calendar' },
  'mail address made': {
    what: 'a secret address for notes by mail was made',
    end: 'Renew or end it',
    section: 'notes-by-mail',
  },
  'webhook made': { what: 'a webhook was made or changed', end: 'Remove it', section: 'webhooks' },
  'feed made': { what: 'a secret address of a feed was made', end: 'End it', section: 'feeds' },
  'mail confirmed': {
    what: 'your notices go to a new mail address',
    end: 'Change it',
    section: 'notices-by-mail',
  },
  'provider connected': {
    what: 'signing in with an identity provider was connected',
    end: 'Remove it',
    section: 'provider',
  },
  'number changed': {
    what: 'your account moved to another phone number',
    end: 'See who is signed in',
    section: 'devices',
  },
} satisfies Partial<Record<AccountAct, { what: string; end: string; section: string }>>;

const HOUR_MS = 3_600_000;

/** Must be called in the transaction of the act (docs/product/sign-in.md: Fresh proof). */
export function tellOwner(
  app: App,
  user: User,
  actor: Actor,
  { act, name = '' }: { act: keyof typeof ACTS; name?: string },
): void {
  const device = deviceName(describe(actor));
  const told = { ...ACTS[act], device };
  logForOwner(app, user.id, act, name ? `${name} with ${device}` : device);
  enqueue(app, {
    to: user.phone,
    kind: 'security',
    body: actOnAccountText(app, told),
    // exports in several formats are one act
    dedupeKey: act === 'exported' ? `exported ${user.id} ${Math.floor(app.now() / HOUR_MS)}` : undefined,
    push: isPushedElsewhere(app, user, actor)
      ? plainPush(app.config.productName, actOnAccount(told), `/profile#${told.section}`)
      : undefined,
  });
}

/** A push that only the session of the act would get tells nobody else. */
const isPushedElsewhere = (app: App, { id: user }: User, { cookie }: Actor): boolean =>
  statements(app.db).isPushedElsewhere.get({
    user,
    session: findSession(app, cookie)?.id ?? '',
    now: app.now(),
  }) !== null;

const statements = prepared(({ $client }) => ({
  isPushedElsewhere: $client.prepare<unknown, { user: number; session: string; now: number }>(`
    select 1 from sessions s cross join push_subscriptions p on p.session_id = s.id
     where s.user_id = $user and s.id <> $session and s.expires_at > $now limit 1`),
}));
