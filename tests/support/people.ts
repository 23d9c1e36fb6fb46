import { eq, sql } from 'drizzle-orm';
import { prepared } from '../../db/open';
import { type User, users } from '../../db/schema';
import type { App } from '../../src/app';
import { findOrCreateUser, updateProfile } from '../../src/users/users';
import type { Person } from './cast';

/** A person with an account and a name, for tests that call the domain's own functions. */
export function settle(app: App, { firstName, lastName, phone }: Person): User {
  return updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });
}

/** The version of a user's polls as it is now. */
export const versionOf = (app: App, { id }: User): number => version(app.db).get({ id })?.version ?? -1;

const version = prepared((db) =>
  db
    .select({ version: users.version })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);
