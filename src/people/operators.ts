import { eq, or } from 'drizzle-orm';
import { type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { operatorClaimOf } from '../app/config/oidc';
import { requireUserByPhone } from './users';

export function listOperators(app: App): string[] {
  const claim = operatorClaimOf(app.config);
  const isMade = or(eq(users.operator, true), claim ? eq(users.operatorClaim, claim) : undefined);
  const made = app.db.select({ phone: users.phone }).from(users).where(isMade).all();
  return [...new Set([...app.config.adminPhones, ...made.map(({ phone }) => phone)])];
}

export function setOperator(app: App, phone: string, operator: boolean): User {
  const { id } = requireUserByPhone(app, phone);
  return app.db.update(users).set({ operator }).where(eq(users.id, id)).returning().get();
}
