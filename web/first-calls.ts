/** Who is there, and what product this is. */
const ANYBODY = ['auth.session', 'product.get'];
const SIGNED_IN = [...ANYBODY, 'users.profile', 'boards.tags', 'boards.shared'];

/** What a first screen asks for, by the first part of its path: `*` are all others, which are for the signed in. */
export const FIRST_CALLS: Record<string, readonly string[]> = {
  '/login': ANYBODY,
  '/join': ANYBODY,
  '/phone': ANYBODY,
  '/': [...SIGNED_IN, 'boards.tagsWithCounts', 'boards.sharedWithCounts'],
  '/admin': [...SIGNED_IN, 'admin.stats'],
  '*': SIGNED_IN,
};

/** Of such a table what is there for this path. Written out in index.html too, so it refers to nothing. */
export const forPath = <T>(table: Record<string, T>, path: string): T =>
  table[`/${path.split('/')[1]}`] ?? table['*']!;

/** The one request that asks for all of them: it is on its way before any script has come (vite.config.ts). */
export const addressOf = (calls: readonly string[]) => `/trpc/${calls.join(',')}?batch=1&input=%7B%7D`;
