import type { App } from '../../app/app';

export const LONGEST_MS = 30 * 86_400_000;

/** SQL: a link that ends later than the longest one can was made while the clock was wrong. */
export const IS_LIVE = 'expires_at > $now and expires_at <= $latest';

export const lifeOf = (app: App) => ({ now: app.now(), latest: app.now() + LONGEST_MS + 60_000 });
