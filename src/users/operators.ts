import { eq } from 'drizzle-orm';
import { type User, users } from '../../db/schema';
import type { App } from '../app';
import { requireUserByPhone } from './users';

/** Tells if a user is an operator: named in ADMIN_PHONES, or made one by `tagline make-admin` (docs/product.md: Operators). */
export const isOperator = (app: App, user: User): boolean =>
  user.operator || app.config.adminPhones.includes(user.phone);

/**
 * Makes the user of a phone number an operator, or takes that away again; a number in ADMIN_PHONES is an
 * operator's in any case. Throws BAD_REQUEST if it is not a phone number, and NOT_FOUND if it has no account.
 */
export function setOperator(app: App, phone: string, operator: boolean): User {
  const { id } = requireUserByPhone(app, phone);
  return app.db.update(users).set({ operator }).where(eq(users.id, id)).returning().get();
}
