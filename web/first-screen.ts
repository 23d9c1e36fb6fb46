/**
 * Modules that draw the first screen, by the first segment of its path. `*` stands for all paths without an
 * entry.
 */
export const FIRST_MODULES: Record<string, readonly string[]> = {
  '/login': ['web/auth/LoginPage.tsx'],
  '/join': ['web/invites/JoinPage.tsx'],
  '/phone': ['web/phone/PhonePage.tsx'],
  '/': ['web/shell/Layout.tsx', 'web/dashboard/DashboardPage.tsx'],
  '*': ['web/shell/Layout.tsx'],
};

const SIGNED_OUT = ['auth.session', 'product.get'];
const SIGNED_IN = [...SIGNED_OUT, 'users.profile', 'boards.tags', 'boards.shared'];

/**
 * Queries that the first screen makes, by the first segment of its path. main.tsx starts them together with
 * the other scripts instead of after them: the dashboard is drawn after 2.1 s, not 2.7 s (1.6 Mbit/s, 150 ms
 * latency).
 */
export const FIRST_QUERIES: Record<string, readonly string[]> = {
  '/login': SIGNED_OUT,
  '/join': SIGNED_OUT,
  '/phone': SIGNED_OUT,
  '/': [...SIGNED_IN, 'boards.tagsWithCounts', 'boards.sharedWithCounts'],
  '/admin': [...SIGNED_IN, 'admin.stats'],
  '*': SIGNED_IN,
};

/**
 * Returns a table's entry for the first segment of a path, or the entry `*`. The source of this function is
 * copied into index.html, so it cannot use anything outside its body.
 */
export const entryFor = <T>(table: Record<string, T>, path: string): T =>
  table[`/${path.split('/')[1]}`] ?? table['*']!;
