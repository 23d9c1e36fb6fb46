import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  parseSearchWith,
  type RouteComponent,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { SignInByText } from '../src/contract/auth';
import type { SharedPhotos } from '../src/contract/share';
import { currentProfile, currentSession, type RouteAccess, redirectFor } from './product/session';
import { cache } from './product/trpc';
import { searchAddress } from './search/address';
import { Root } from './shell/Root';
import { ErrorScreen, ScreenNotLoaded, ServerNotReached } from './ui/ErrorScreen';
import { LoadingScreen } from './ui/LoadingScreen';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The path that a signed-out visitor wanted to open. The app opens it after the sign-in. */
    next?: string;
    /**
     * True for the extra history entry that a dialog adds on the first page of a visit
     * (ui/use-close-on-back.ts).
     */
    entered?: boolean;
    /** The phone number to which a verification code was sent. It survives a reload of the sign-in screen. */
    codeSentTo?: string;
    /** Time at which the verification code was asked for, in milliseconds since 1970. */
    codeAskedAt?: number;
    /**
     * The phrase that signs this browser in by text, and the number to text it from. It survives a reload.
     */
    signInByText?: { from: string; shown: SignInByText };
  }
}

/**
 * Returns a screen whose code is fetched when it is first needed. If that fails, the error screen is shown.
 * The error is wrapped, because the router reloads the page for an error that names a module, and without a
 * connection a reload loses the page.
 */
const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause) => {
        throw new ScreenNotLoaded('This screen could not be loaded.', { cause });
      }),
    name,
  );

const NotFound = lazyScreen(() => import('./shell/NotFoundPage'), 'NotFoundPage');

/**
 * Returns a route guard that redirects people who must not see the screen (docs/product.md: Access to
 * screens).
 */
const requires =
  (access: RouteAccess) =>
  async ({ location }: { location: { href: string } }) => {
    const { authenticated } = (await currentSession()) ?? (await openKept());
    const to = redirectFor(access, authenticated, authenticated ? await currentProfile() : null);
    if (to) throw redirect({ to, state: to === '/login' ? { next: location.href } : {} });
  };

/**
 * Opens the app with what this browser has kept, because the server cannot be reached. Throws
 * ServerNotReached if the browser has kept nothing.
 */
async function openKept() {
  const { openOffline } = await import('./offline/offline').catch(() => ({ openOffline: () => false }));
  const session = (await openOffline()) && (await currentSession());
  if (!session) throw new ServerNotReached('There is no connection.');
  return session;
}

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
  // with `again`, the screen is also open to people who have skipped it
  validateSearch: ({ again }: Record<string, unknown>): { again?: true } => (again ? { again: true } : {}),
  beforeLoad: (context) => requires(context.search.again ? 'setup again' : 'setup')(context),
  component: lazyScreen(() => import('./users/SetupPage'), 'SetupPage'),
});

const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$code',
  component: lazyScreen(() => import('./invites/JoinPage'), 'JoinPage'),
});

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/in/$token',
  component: lazyScreen(() => import('./auth/SignInLinkPage'), 'SignInLinkPage'),
});

const texting = createRoute({
  getParentRoute: () => root,
  path: '/texting',
  component: lazyScreen(() => import('./texting/TextingPage'), 'TextingPage'),
});

/**
 * The phone simulator. The server serves this screen at the address of the simulator, and only if it has one
 * (docs/product.md: Simulator).
 */
const phone = createRoute({
  getParentRoute: () => root,
  path: '/phone',
  beforeLoad: async () => {
    const product = await cache.product.get.ensureData().catch(() => undefined);
    if (!product?.simulatorUrl) throw notFound();
  },
  component: lazyScreen(() => import('./phone/PhonePage'), 'PhonePage'),
});

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: requires('protected'),
  component: lazyScreen(() => import('./shell/Layout'), 'Layout'),
});

const DashboardPage = lazyScreen(() => import('./dashboard/DashboardPage'), 'DashboardPage');
const AllTextsPage = lazyScreen(() => import('./messages/AllTextsPage'), 'AllTextsPage');
const ProfilePage = lazyScreen(() => import('./users/ProfilePage'), 'ProfilePage');
const RemindersPage = lazyScreen(() => import('./messages/RemindersPage'), 'RemindersPage');
const NotificationsPage = lazyScreen(() => import('./notifications/NotificationsPage'), 'NotificationsPage');
const AdminPage = lazyScreen(() => import('./admin/AdminPage'), 'AdminPage');
const BoardPage = lazyScreen(() => import('./messages/BoardPage'), 'BoardPage');

const ThreadPage = lazyScreen(() => import('./messages/ThreadPage'), 'ThreadPage');

const search = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: searchAddress,
  component: lazyScreen(() => import('./search/SearchPage'), 'SearchPage'),
});

const add = createRoute({
  getParentRoute: () => app,
  path: '/add',
  validateSearch: ({ text, photos }: Record<string, unknown>): { text: string; photos?: SharedPhotos } => ({
    text: String(text ?? ''),
    ...((photos === 'kept' || photos === 'missing') && { photos }),
  }),
  component: lazyScreen(() => import('./messages/AddPage'), 'AddPage'),
});

/** Returns the route of a screen that only signed-in people see. */
const signedIn = <Path extends string>(path: Path, component: RouteComponent) =>
  createRoute({ getParentRoute: () => app, path, component });

export const routeTree = root.addChildren([
  login,
  setup,
  join,
  signInLink,
  texting,
  phone,
  app.addChildren([
    signedIn('/', DashboardPage),
    signedIn('/all-texts', AllTextsPage),
    signedIn('/thread/$id', ThreadPage),
    signedIn('/tag/$tag', BoardPage),
    signedIn('/tag/private/$tag', BoardPage),
    signedIn('/tag/shared/$boardName', BoardPage),
    search,
    add,
    signedIn('/profile', ProfilePage),
    signedIn('/reminders', RemindersPage),
    signedIn('/notifications', NotificationsPage),
    signedIn('/admin', AdminPage),
    signedIn('$', NotFound),
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
  // search parameters are plain strings: JSON, the default, would remove the quotes of "on ice" and change
  // the last digits of a long number
  parseSearch: parseSearchWith((value) => value),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
