import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { Context } from '../app/trpc';
import { sharedBoardIds } from '../boards/boards';
import { formatPhone } from '../contract/people';
import { type Done, succeeded } from '../contract/text';
import { isBlocked } from '../outbox/blocked-numbers';
import { recordAgreement } from '../outbox/consent';
import { codeChallenge } from '../people/auth/challenge';
import { issueCode, spendCode } from '../people/auth/codes';
import { tellOwner } from '../people/auth/told';
import { findUserByPhone, parsePhone } from '../people/users';
import { bumpViewersOfUser } from '../people/versions';
import { deleteAccount } from './delete-account';

/** The caller has proven to have the old number (docs/product/people.md: A new phone number). */
type Own = Context & { user: User };

export function sendNumberCode(ctx: Own, typed: string): Done {
  const { app, address } = ctx;
  const phone = requireOtherNumber(ctx, typed);
  const asker = { address, challenge: codeChallenge.read(ctx) };
  codeChallenge.set(ctx, issueCode(app, phone, asker, !isBlocked(app, phone)));
  return succeeded('The code is on its way.');
}

export function changeNumber(ctx: Own, typed: string, code: string): Done {
  const { app, user } = ctx;
  const phone = requireOtherNumber(ctx, typed);
  if (isBlocked(app, phone) || !spendCode(app, phone, code, codeChallenge.read(ctx)))
    throw new VisibleError('code_invalid', 'Invalid verification code');
  codeChallenge.remove(ctx);
  const other = findUserByPhone(app, phone);
  if (other) requireEmpty(app, other);
  if (other) deleteAccount(app, other);
  transaction(app.db, () => {
    const { setPhone, moveTexts } = statements(app.db);
    recordAgreement(app, phone, { act: 'code' });
    setPhone.run({ id: user.id, phone });
    moveTexts.run({ from: user.phone, to: phone });
    tellOwner(app, user, ctx, { act: 'number changed' }); // at the old number, for it may be a thief who has come
    bumpViewersOfUser(app, user.id);
  });
  return succeeded(`Your number is now ${formatPhone(phone)}.`);
}

function requireOtherNumber({ app, user }: Own, typed: string): string {
  const phone = parsePhone(app, typed);
  if (phone === user.phone) throw new VisibleError('number_unchanged', 'This is your number already.');
  return phone;
}

/** Whoever texts from a new phone gets an account; it may go only as long as nothing is in it. */
function requireEmpty(app: App, other: User): void {
  const { hasMessages } = statements(app.db);
  if (hasMessages.get({ id: other.id }) || sharedBoardIds(app, other).length > 0)
    throw new VisibleError(
      'number_has_account',
      'This number has an account of its own, with messages or shared boards. Sign in there and delete it first.',
    );
}

const statements = prepared(({ $client }) => ({
  hasMessages: $client.prepare<unknown, { id: number }>(
    'select 1 from messages where sender_id = $id limit 1',
  ),
  setPhone: $client.prepare<unknown, { id: number; phone: string }>(
    'update users set phone = $phone where id = $id',
  ),
  moveTexts: $client.prepare<unknown, { from: string; to: string }>(
    "update outbox set phone = $to where phone = $from and state in ('queued', 'mailing') and kind not in ('code', 'security')",
  ),
}));
