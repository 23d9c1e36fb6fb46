import { prepared } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { SMALL_STEP_MS } from '../app/clock';
import { VisibleError } from '../app/errors';
import { isOperator } from '../app/trpc';
import { isBlocked } from '../outbox/blocked-numbers';
import { enqueue } from '../outbox/outbox';
import { turnedAwayText } from '../outbox/texts';
import { isOfVisitor } from './demo/visits';
import { findOrCreateUser, findUser, findUserByPhone } from './users';

const INVITATION_MAX_MS = 30 * 86_400_000;

/** The number has an account, or may get one (docs/product/sign-in.md: Who may sign up). */
export const mayEnter = (app: App, phone: string): boolean =>
  !isBlocked(app, phone) && (findUserByPhone(app, phone) !== null || maySignUp(app, phone));

/**
 * Returns null if the number may not enter. The caller must have proof that the person has this number, as for
 * `findOrCreateUser`.
 */
export function admit(app: App, phone: string): { user: User; isNew: boolean } | null {
  if (isBlocked(app, phone)) return null;
  const user = findUserByPhone(app, phone);
  if (user) return { user, isNew: false };
  return maySignUp(app, phone) ? findOrCreateUser(app, phone) : null;
}

function maySignUp(app: App, phone: string): boolean {
  const { signUp, adminPhones, demo } = app.config;
  if (demo) return isOfVisitor(app, phone);
  if (signUp === 'open' || adminPhones.includes(phone)) return true;
  return listInviters(app, phone).some((inviter) => mayBringPeople(app, inviter));
}

export const mayBringPeople = (app: App, inviter: User): boolean =>
  app.config.signUp !== 'closed' || isOperator(app, inviter);

export function requireMayBringPeople(app: App, inviter: User): void {
  if (!mayBringPeople(app, inviter))
    throw new VisibleError('sign_up_closed', `${app.config.productName} takes no new people at present.`);
}

/** Whose invitations wait for this number. */
export const listInviters = (app: App, phone: string): User[] =>
  statements(app.db)
    .listInviters.all({ phone, now: app.now(), latest: app.now() + INVITATION_MAX_MS + SMALL_STEP_MS })
    .flatMap(({ id }) => findUser(app, id) ?? [])
    .filter((inviter) => !isBlocked(app, inviter.phone));

/** Each number is told once, because strangers must not make us text for ever. */
export function turnAway(app: App, phone: string): void {
  enqueue(app, { to: phone, kind: 'reply', body: turnedAwayText(app), dedupeKey: `turned away ${phone}` });
}

const statements = prepared(({ $client }) => ({
  listInviters: $client.prepare<{ id: number }, { phone: string; now: number; latest: number }>(`
    select inviter_id as id from invites where phone = $phone and expires_at > $now and expires_at <= $latest
    union
    select i.inviter_id from board_invites i
      join boards b on b.id = i.board_id and b.owner_id = i.inviter_id and b.shared = 1
     where i.phone = $phone and i.expires_at > $now and i.expires_at <= $latest`),
}));
