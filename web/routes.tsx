import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouteComponent,
  type RouterHistory,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { SharedPhotos } from '../src/contract/share';
import { boardLink } from './product/board-link';
import { currentProfile, currentSession, type RouteAccess, redirectFor } from './product/session';
import { cache } from './product/trpc';
import { searchAddress } from './search/address';
import { ErrorScreen, ScreenNotLoaded, ServerNotReached } from './ui/ErrorScreen';
import { LoadingScreen } from './ui/LoadingScreen';
import { Toasts } from './ui/Toasts';

type Search = Record<string, string | undefined>;

/** Wraps the error, because the router would reload the page, which is lost without a connection. */
const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause) => {
        throw new ScreenNotLoaded('This screen could not be loaded.', { cause });
      }),
    name,
  );

/** Returns the guard of a route (docs/product/web-app.md: Access to screens). */
const requires =
  (access: RouteAccess) =>
  async ({ location, preload }: { location: { href: string }; preload: boolean }) => {
    if (preload) return; // a link under the pointer asks the server nothing
    const { authenticated } = (await currentSession()) ?? (await openKept());
    const to = redirectFor(access, authenticated, authenticated ? await currentProfile() : null);
    if (to) throw redirect({ to, state: { next: location.href } });
  };

async function openKept() {
  const { openOffline } = await import('./product/offline/start-offline').catch(() => ({
    openOffline: () => false,
  }));
  const session = (await openOffline()) && (await currentSession());
  if (!session) throw new ServerNotReached('There is no connection.');
  return session;
}

const BoardPage = lazyScreen(() => import('./messages/BoardPage'), 'BoardPage');
const NotFoundPage = lazyScreen(() => import('./shell/NotFoundPage'), 'NotFoundPage');

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: requires('protected'),
  component: lazyScreen(() => import('./shell/Layout'), 'Layout'),
});

const open = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component });

const signedIn = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => app, path, component });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: requires('login'),
  component: lazyScreen(() => import('./people/auth/LoginPage'), 'LoginPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  // with `again`, the screen is also open to people who have skipped it
  validateSearch: ({ again }: Search): { again?: true } => (again ? { again: true } : {}),
  beforeLoad: (to) => requires(to.search.again ? 'setup again' : 'setup')(to),
  component: lazyScreen(() => import('./people/SetupPage'), 'SetupPage'),
});

const consent = createRoute({
  getParentRoute: () => root,
  path: '/oauth/authorize',
  beforeLoad: requires('protected'),
  component: lazyScreen(() => import('./people/auth/ConsentPage'), 'ConsentPage'),
});

const phone = createRoute({
  getParentRoute: () => root,
  path: '/phone',
  validateSearch: ({ number, text }: Search): { number?: string; text?: string } => ({ number, text }),
  beforeLoad: async () => {
    const product = await cache.product.get.ensureData().catch(() => undefined);
    if (product?.demo && !product.simulatorUrl) throw redirect({ to: '/login' });
    if (!product?.simulatorUrl) throw notFound();
  },
  component: lazyScreen(() => import('./texting/phone/PhonePage'), 'PhonePage'),
});

/** An unknown address leads to the page of a board that is not there (docs/product/boards.md: Short addresses). */
const shortAddress = createRoute({
  getParentRoute: () => app,
  path: '/b/$address',
  beforeLoad: async ({ params: { address }, location: { hash }, preload }) => {
    if (preload) return;
    const { getData, fetch } = cache.boards.sharedWithCounts;
    const isMeant = (board: { address: string }) => board.address === address;
    const board = getData()?.find(isMeant) ?? (await fetch(undefined, { staleTime: 0 })).find(isMeant);
    throw redirect({ ...boardLink({ kind: 'shared', name: board?.name ?? address }), hash, replace: true });
  },
});

const search = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: searchAddress,
  component: lazyScreen(() => import('./search/SearchPage'), 'SearchPage'),
});

const add = createRoute({
  getParentRoute: () => app,
  path: '/add',
  validateSearch: ({ text, photos }: Search): { text?: string; photos?: SharedPhotos } => ({
    text,
    photos: photos === 'kept' || photos === 'missing' ? photos : undefined,
  }),
  component: lazyScreen(() => import('./messages/AddPage'), 'AddPage'),
});

const screens = {
  JoinPage: lazyScreen(() => import('./boards/invites/JoinPage'), 'JoinPage'),
  SignInLinkPage: lazyScreen(() => import('./people/auth/SignInLinkPage'), 'SignInLinkPage'),
  TextingPage: lazyScreen(() => import('./texting/TextingPage'), 'TextingPage'),
  DashboardPage: lazyScreen(() => import('./shell/dashboard/DashboardPage'), 'DashboardPage'),
  AllTextsPage: lazyScreen(() => import('./messages/AllTextsPage'), 'AllTextsPage'),
  ThreadPage: lazyScreen(() => import('./messages/ThreadPage'), 'ThreadPage'),
  ProfilePage: lazyScreen(() => import('./shell/ProfilePage'), 'ProfilePage'),
  RemindersPage: lazyScreen(() => import('./messages/reminders/RemindersPage'), 'RemindersPage'),
  NotificationsPage: lazyScreen(() => import('./notices/NotificationsPage'), 'NotificationsPage'),
  AdminPage: lazyScreen(() => import('./operators/AdminPage'), 'AdminPage'),
};

const routeTree = root.addChildren([
  login,
  setup,
  phone,
  consent,
  open('/join/$code', screens.JoinPage),
  open('/in/$token', screens.SignInLinkPage),
  open('/texting', screens.TextingPage),
  app.addChildren([
    search,
    add,
    shortAddress,
    signedIn('/', screens.DashboardPage),
    signedIn('/all-texts', screens.AllTextsPage),
    signedIn('/thread/$id', screens.ThreadPage),
    signedIn('/tag/$tag', BoardPage),
    signedIn('/tag/private/$tag', BoardPage),
    signedIn('/tag/shared/$boardName', BoardPage),
    signedIn('/profile', screens.ProfilePage),
    signedIn('/reminders', screens.RemindersPage),
    signedIn('/notifications', screens.NotificationsPage),
    signedIn('/admin', screens.AdminPage),
    signedIn('$', NotFoundPage),
  ]),
]);

export function createAppRouter(history: RouterHistory = createBrowserHistory()) {
  encodeLonePercents(history);
  return createRouter({
    routeTree,
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: ErrorScreen,
    scrollRestoration: true,
    // search parameters are plain strings: JSON, the default, would make a number of `q=2026`
    parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
    stringifySearch: stringifySearchWith(String),
  });
}

/** The router finds no screen for a path that cannot be decoded, such as `/tag/50%`. */
function encodeLonePercents(history: RouterHistory) {
  const { pathname, search, hash } = history.location;
  try {
    if (decodeURIComponent(pathname)) return; // without the condition, the minifier drops the call
  } catch {}
  history.replace(encodeURI(pathname) + search + hash);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
