import type { User } from '../../db/schema';
import type { App } from '../../src/app';
import { findOrCreateUser, updateProfile } from '../../src/users/users';
import type { Person } from './cast';

/** Returns the account of a person with their name. Creates the account if there is none. */
export function ensureUser(app: App, { firstName, lastName, phone }: Person): User {
  return updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });
}

/** Returns the current version of a user, which every change of what they see raises. */
export const versionOf = (app: App, { id }: User): number =>
  app.db.$client.query<{ version: number }, [number]>('select version from users where id = ?').get(id)
    ?.version ?? -1;
