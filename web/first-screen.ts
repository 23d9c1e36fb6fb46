export const FIRST_MODULES: Record<string, readonly string[]> = {
  '/login': ['web/people/auth/LoginPage.tsx'],
  '/join': ['web/boards/invites/JoinPage.tsx'],
  '/in': ['web/people/auth/SignInLinkPage.tsx'],
  '/phone': ['web/texting/phone/PhonePage.tsx'],
  '/': ['web/shell/Layout.tsx', 'web/shell/dashboard/DashboardPage.tsx'],
  '/tag': ['web/shell/Layout.tsx', 'web/messages/BoardPage.tsx'],
  '/b': ['web/shell/Layout.tsx', 'web/messages/BoardPage.tsx'],
  '/all-texts': ['web/shell/Layout.tsx', 'web/messages/AllTextsPage.tsx'],
  '/search': ['web/shell/Layout.tsx', 'web/search/SearchPage.tsx'],
  '*': ['web/shell/Layout.tsx'],
};

const SIGNED_OUT = ['auth.session', 'product.get'];
const SIGNED_IN = [...SIGNED_OUT, 'users.profile'];
// signed-out visitors may call auth.codeState: without it, the server would refuse their whole request with
// the status 401, which browsers print as an error
const SIDEBAR = ['boards.tagsWithCounts', 'boards.sharedWithCounts', 'auth.codeState'];

/** Each inner list is one request. The boot screen stays until the first one is answered. */
export const FIRST_QUERIES: Record<string, readonly (readonly string[])[]> = {
  '/login': [SIGNED_OUT],
  '/join': [SIGNED_OUT],
  '/in': [SIGNED_OUT],
  '/phone': [['product.get']],
  '/': [SIGNED_IN, [...SIDEBAR, 'users.firstSteps']],
  '/b': [SIGNED_IN, ['boards.sharedWithCounts']],
  '*': [SIGNED_IN, SIDEBAR],
};

export const entryFor = <T>(table: Record<string, T>, path: string): T =>
  table[`/${path.split('/')[1]}`] ?? table['*']!;
