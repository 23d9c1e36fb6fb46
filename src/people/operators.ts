import { eq } from 'drizzle-orm';
import { type User, users } from '../../db/schema';
import type { App } from '../app/app';
import { requireUserByPhone } from './users';

export function listOperators(app: App): string[] {
  const made = app.db.select({ phone: users.phone }).from(users).where(eq(users.operator, true)).all();
  return [...new Set([...app.config.adminPhones, ...made.map(({ phone }) => phone)])];
}

export function setOperator(app: App, phone: string, operator: boolean): User {
  const { id } = requireUserByPhone(app, phone);
  return app.db.update(users).set({ operator }).where(eq(users.id, id)).returning().get();
}
