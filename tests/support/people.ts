import type { User } from '../../db/schema';
import type { App } from '../../src/app/app';
import { findOrCreateUser, updateProfile } from '../../src/people/users';
import type { Person } from './cast';

/** Who acts without a browser. */
export const NO_BROWSER = { address: null, userAgent: null, cookie: null };

export function ensureUser(app: App, { firstName, lastName, phone }: Person): User {
  return updateProfile(app, findOrCreateUser(app, phone).user, { firstName, lastName });
}

export const versionOf = (app: App, { id }: User): number =>
  app.db.$client.query<{ version: number }, [number]>('select version from users where id = ?').get(id)
    ?.version ?? -1;
