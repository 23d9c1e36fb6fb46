import type { App } from '../../app/app';
import { VisibleError } from '../../app/errors';
import type { Context } from '../../app/trpc';
import { visitCookie } from '../auth/challenge';
import { cookieName } from '../auth/sessions';
import { parsePhone } from '../users';
import { findVisit, type Visit } from './visits';

/** A browser stays the same visitor while it signs in with one phone after the other. */
export const findVisitor = (app: App, cookie: string | null): Visit | null =>
  app.config.demo && findVisit(app, new Bun.CookieMap(cookie ?? '').get(cookieName(app, 'visit')) ?? '');

export const rememberVisit = (ctx: Context, { secret }: Visit) => visitCookie.set(ctx, secret);

export function requireVisitor(app: App, cookie: string | null): Visit {
  const visit = findVisitor(app, cookie);
  if (visit) return visit;
  throw new VisibleError('not_in_demo', 'Your hour is over, or has not begun.');
}

/** Only in a demo: elsewhere everybody may ask for a code to any number. */
export function requireOwnPhone({ app, cookie }: Pick<Context, 'app' | 'cookie'>, typed: string): void {
  if (!app.config.demo) return;
  if (requireVisitor(app, cookie).phones.includes(parsePhone(app, typed))) return;
  throw new VisibleError('not_in_demo', 'In the demo only your own two phones can be used.');
}
