import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { findOrCreateUser, updateProfile } from '../../src/people/users';
import type { Person } from './cast';

/** Sets the name in the account of a person and returns the account. Creates a missing account. */
export function ensureUser(app: App, { firstName, lastName, phone }: Person): User {
  return updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });
}

/**
 * Returns the version of a user, a number that rises when anything that this user sees changes. Returns -1 if
 * there is no such user.
 */
export const versionOf = (app: App, { id }: User): number =>
  app.db.$client.query<{ version: number }, [number]>('select version from users where id = ?').get(id)
    ?.version ?? -1;
