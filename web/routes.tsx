import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { QUERY_MAX } from '../src/contract/limits';
import { currentProfile, currentSession, type RouteAccess, redirectFor } from './product/session';
import { cache } from './product/trpc';
import { Root } from './shell/Root';
import { ErrorScreen } from './ui/ErrorScreen';
import { LoadingScreen } from './ui/LoadingScreen';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where a signed-out visitor wanted to go. */
    next?: string;
    /** Somebody has opened a dialog where they came in. */
    entered?: boolean;
    /** The number that a code was texted to: it stays through a reload, and not beyond the sign-in. */
    codeSentTo?: string;
  }
}

/**
 * A screen that is fetched when it is first wanted. Where it cannot be, that is an error like another: the router
 * would load the page anew, and without a connection there would be none.
 */
const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause) => {
        throw new Error('This screen could not be loaded.', { cause });
      }),
    name,
  );

const NotFound = lazyScreen(() => import('./shell/NotFoundPage'), 'NotFoundPage');

/** Asks who is there and sends them on if this is not their place (spec 2). */
const requires =
  (access: RouteAccess) =>
  async ({ location }: { location: { href: string } }) => {
    const { authenticated } = await currentSession();
    const to = redirectFor(access, authenticated, authenticated ? await currentProfile() : null);
    if (to) throw redirect({ to, state: to === '/login' ? { next: location.href } : {} });
  };

const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: requires('login'),
  component: lazyScreen(() => import('./auth/LoginPage'), 'LoginPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: requires('setup'),
  component: lazyScreen(() => import('./users/SetupPage'), 'SetupPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$code',
  component: lazyScreen(() => import('./invites/JoinPage'), 'JoinPage'),
});

/** The phone simulator is there only with that gateway (design 6). */
const phone = createRoute({
  getParentRoute: () => root,
  path: '/phone',
  beforeLoad: async () => {
    const product = await cache.product.get.ensureData().catch(() => undefined);
    if (product?.gateway !== 'simulator') throw notFound();
  },
  component: lazyScreen(() => import('./phone/PhonePage'), 'PhonePage'),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: requires('protected'),
  component: lazyScreen(() => import('./shell/Layout'), 'Layout'),
});

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: lazyScreen(() => import('./dashboard/DashboardPage'), 'DashboardPage'),
});

const allTexts = createRoute({
  getParentRoute: () => app,
  path: '/all-texts',
  component: lazyScreen(() => import('./messages/AllTextsPage'), 'AllTextsPage'),
});

const BoardPage = lazyScreen(() => import('./messages/BoardPage'), 'BoardPage');
const tag = createRoute({ getParentRoute: () => app, path: '/tag/$tag', component: BoardPage });
const privateBoard = createRoute({
  getParentRoute: () => app,
  path: '/tag/private/$tag',
  component: BoardPage,
});
const sharedBoard = createRoute({
  getParentRoute: () => app,
  path: '/tag/shared/$boardName',
  component: BoardPage,
});

const search = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: ({ q, board }: Record<string, unknown>): { q?: string; board?: string } => ({
    q: textIn(q)?.slice(0, QUERY_MAX),
    board: textIn(board),
  }),
  component: lazyScreen(() => import('./search/SearchPage'), 'SearchPage'),
});

/** The router reads `?q=42` as a number. */
function textIn(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  component: lazyScreen(() => import('./users/ProfilePage'), 'ProfilePage'),
});

const notifications = createRoute({
  getParentRoute: () => app,
  path: '/notifications',
  component: lazyScreen(() => import('./notifications/NotificationsPage'), 'NotificationsPage'),
});

const admin = createRoute({
  getParentRoute: () => app,
  path: '/admin',
  component: lazyScreen(() => import('./admin/AdminPage'), 'AdminPage'),
});

const anythingElse = createRoute({ getParentRoute: () => app, path: '$', component: NotFound });

export const routeTree = root.addChildren([
  login,
  setup,
  join,
  phone,
  app.addChildren([
    dashboard,
    allTexts,
    tag,
    privateBoard,
    sharedBoard,
    search,
    profile,
    notifications,
    admin,
    anythingElse,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
  // as it is written (spec 2): read as JSON, "on ice" would lose its quotes and a long number its last digits
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
