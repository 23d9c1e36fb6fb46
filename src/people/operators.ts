import { eq } from 'drizzle-orm';
import { type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { requireUserByPhone } from './users';

/**
 * Returns the phone numbers of all operators. These are the numbers in ADMIN_PHONES, with or without an
 * account, and the numbers of users whom the command `make-admin` made operators.
 */
export function listOperators(app: App): string[] {
  const made = app.db.select({ phone: users.phone }).from(users).where(eq(users.operator, true)).all();
  return [...new Set([...app.config.adminPhones, ...made.map(({ phone }) => phone)])];
}

/**
 * Makes the user of a phone number an operator or, if `operator` is false, an ordinary user. A user whose
 * number is in ADMIN_PHONES stays an operator in any case. Throws BAD_REQUEST if `phone` is not a phone
 * number, and NOT_FOUND if the number has no account.
 */
export function setOperator(app: App, phone: string, operator: boolean): User {
  const { id } = requireUserByPhone(app, phone);
  return app.db.update(users).set({ operator }).where(eq(users.id, id)).returning().get();
}
