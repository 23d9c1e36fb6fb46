/**
 * Modules that draw the first screen. The key is the first segment of the page's path; `*` stands for all
 * other paths.
 */
export const FIRST_MODULES: Record<string, readonly string[]> = {
  '/login': ['web/people/auth/LoginPage.tsx'],
  '/join': ['web/boards/invites/JoinPage.tsx'],
  '/in': ['web/people/auth/SignInLinkPage.tsx'],
  '/phone': ['web/texting/phone/PhonePage.tsx'],
  '/': ['web/shell/Layout.tsx', 'web/shell/dashboard/DashboardPage.tsx'],
  '/tag': ['web/shell/Layout.tsx', 'web/messages/BoardPage.tsx'],
  '/all-texts': ['web/shell/Layout.tsx', 'web/messages/AllTextsPage.tsx'],
  '/search': ['web/shell/Layout.tsx', 'web/search/SearchPage.tsx'],
  '*': ['web/shell/Layout.tsx'],
};

const SIGNED_OUT = ['auth.session', 'product.get'];
const SIGNED_IN = [...SIGNED_OUT, 'users.profile'];
// auth.codeState is in this list because signed-out visitors may call it too. If it were missing, the server
// would refuse all calls of a signed-out visitor's request with the status 401, which browsers print as an
// error
const SIDEBAR = ['boards.tagsWithCounts', 'boards.sharedWithCounts', 'auth.codeState'];

/**
 * Queries of the first screen, by the first segment of the page's path. boot.ts sends these requests first.
 * main.tsx makes the same queries while the screen's code is still loading, and takes the answers. Each inner
 * list is one request. The answers of the first list decide which screen is shown; until they have arrived,
 * the boot screen stays. The answers of the second list, if there is one, are for the content of the screen.
 */
export const FIRST_QUERIES: Record<string, readonly (readonly string[])[]> = {
  '/login': [SIGNED_OUT],
  '/join': [SIGNED_OUT],
  '/in': [SIGNED_OUT],
  '/phone': [['product.get']],
  '/': [SIGNED_IN, [...SIDEBAR, 'users.firstSteps']],
  '*': [SIGNED_IN, SIDEBAR],
};

/** Returns the entry of a table for the first segment of a path, or the entry `*`. */
export const entryFor = <T>(table: Record<string, T>, path: string): T =>
  table[`/${path.split('/')[1]}`] ?? table['*']!;
