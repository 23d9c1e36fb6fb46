import { randomInt } from 'node:crypto';
import { prepared, transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { farFromNow } from '../app/clock';
import { isRateLimited, tryChargeRateLimits } from '../app/rate-limits';
import { answeringMail, askedByMail } from '../outbox/answers-by-mail';
import { enqueue } from '../outbox/outbox';
import { NOTHING_WAITS_TEXT, noMoreProofsText, WRONG_DIGITS_TEXT } from '../outbox/texts';

const WITHIN_MS = 10 * 60_000;
const KEPT_MS = 60 * 60_000;

/** `act` is a key of PROVEN in `commands/ok.ts`; `data` is what its function needs, and holds who would see what. */
export type Proof = { act: string; data: unknown };

/**
 * Texts the question to the number, which whoever forges it cannot read (docs/product/commands.md: Asking for an
 * OK). A question that was not texted cannot be answered. `keepsDigits`: the person was asked the same already.
 */
export function askProof(
  app: App,
  user: User,
  { act, data, question, keepsDigits = false }: Proof & Question,
): void {
  transaction(app.db, () => {
    const { find, store, updateData } = statements(app.db);
    const row = { user: user.id, act, data: JSON.stringify(data) };
    if (keepsDigits && updateData.run(row).changes > 0) return;
    const former = find.get({ user: user.id })?.digits;
    endProof(app, user);
    const isRefused = isRateLimited(app, { 'wrong OK by a person a day': user.id });
    const digits = twoDigitsOtherThan(former);
    const asked = askedByMail(app);
    if (asked?.isProven && !isRefused) {
      store.run({ ...row, digits, now: app.now() });
      asked.digits = digits;
      return;
    }
    const body = isRefused ? noMoreProofsText(app) : question(digits);
    const isTexted = answeringMail(app, null, () => enqueue(app, { to: user.phone, kind: 'reply', body }));
    if (isTexted && !isRefused) store.run({ ...row, digits, now: app.now() });
  });
}

/** An answer to the former question must not answer this one. */
const twoDigitsOtherThan = (former: string | null | undefined): string =>
  String(former ? (Number(former) + 1 + randomInt(99)) % 100 : randomInt(100)).padStart(2, '0');

type Question = { question: (digits: string) => string; keepsDigits?: boolean };

/** Returns what was asked for, once; or a sentence; or null if nothing was asked lately. `at`: when it was sent. */
export function answerProof(app: App, user: User, digits: string, at: number): Proof | string | null {
  return transaction(app.db, () => {
    const asked = statements(app.db).find.get({ user: user.id });
    if (!asked || Math.abs(at - asked.askedAt) > KEPT_MS) return null;
    endProof(app, user);
    if (asked.digits === null || Math.abs(at - asked.askedAt) >= WITHIN_MS) return NOTHING_WAITS_TEXT;
    if (asked.digits === digits) return { act: asked.act, data: JSON.parse(asked.data) };
    tryChargeRateLimits(app, { 'wrong OK by a person a day': user.id });
    return WRONG_DIGITS_TEXT;
  });
}

/** Can be answered, but for the number of wrong answers. */
export function awaitedProof(app: App, user: User, at: number): (Proof & { digits: string }) | null {
  const asked = statements(app.db).find.get({ user: user.id });
  if (!asked?.digits || Math.abs(at - asked.askedAt) >= WITHIN_MS) return null;
  return { act: asked.act, data: JSON.parse(asked.data), digits: asked.digits };
}

export function findProof(app: App, phone: string): Proof | null {
  const asked = statements(app.db).findWaiting.get({ phone });
  return asked && { act: asked.act, data: JSON.parse(asked.data) };
}

export const forgetOldProofs = (app: App) => statements(app.db).deleteOutside.run(farFromNow(app, KEPT_MS));

const endProof = (app: App, { id }: User) => statements(app.db).end.run({ user: id });

type Row = { digits: string | null; act: string; data: string; askedAt: number };

const statements = prepared(({ $client }) => ({
  store: $client.prepare<unknown, Record<string, string | number>>(`
    insert into proofs (user_id, digits, act, data, asked_at) values ($user, $digits, $act, $data, $now)
        on conflict (user_id) do update set digits = $digits, act = $act, data = $data, asked_at = $now`),
  updateData: $client.prepare<unknown, { user: number; act: string; data: string }>(`
    update proofs set data = $data where user_id = $user and act = $act`),
  find: $client.prepare<Row, { user: number }>(`
    select digits, act, data, asked_at as askedAt from proofs where user_id = $user`),
  findWaiting: $client.prepare<Pick<Row, 'act' | 'data'>, { phone: string }>(`
    select act, data from proofs
     where user_id = (select id from users where phone = $phone) and digits is not null`),
  end: $client.prepare<unknown, { user: number }>(`
    update proofs set digits = null, data = 'null' where user_id = $user`),
  deleteOutside: $client.prepare<unknown, { before: number; after: number }>(`
    delete from proofs where asked_at < $before or asked_at > $after`),
}));
