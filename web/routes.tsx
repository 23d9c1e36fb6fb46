import type { RouterHistory } from '@tanstack/history';
import { currentProfile, currentSession, type RouteAccess, redirectFor } from './product/session';
import { cache } from './product/trpc';
import { ErrorScreen, ScreenNotLoaded, ServerNotReached } from './ui/ErrorScreen';
import { LoadingScreen } from './ui/LoadingScreen';
import type { Path } from './ui/router/addresses';
import {
  createRouter,
  type Guard,
  type LoadScreen,
  type Route,
  type Router,
  type Screen,
} from './ui/router/router';
import { Screens } from './ui/router/Screens';
import { RouterContext } from './ui/router/use-router';
import { Toasts } from './ui/Toasts';

/** Returns a function that fetches the code of a screen. After a failure, the next call fetches again. */
function lazyScreen<Name extends string>(load: () => Promise<Record<Name, Screen>>, name: Name): LoadScreen {
  let screen: Screen | undefined;
  return async () => {
    screen ??= await load().then(
      (module) => module[name],
      (cause) => {
        throw new ScreenNotLoaded('This screen could not be loaded.', { cause });
      },
    );
    return screen;
  };
}

/**
 * Returns a route guard that redirects people who must not see the screen (docs/product.md: Access to
 * screens).
 */
const requires =
  (access: RouteAccess): Guard =>
  async ({ href }) => {
    const { authenticated } = (await currentSession()) ?? (await openKept());
    const to = redirectFor(access, authenticated, authenticated ? await currentProfile() : null);
    return to && { to, state: to === '/login' ? { next: href } : {} };
  };

/**
 * Opens the app with the data that this browser has kept. Called when the server cannot be reached. Throws
 * ServerNotReached if there are no such data.
 */
async function openKept() {
  const { openOffline } = await import('./product/offline/start').catch(() => ({ openOffline: () => false }));
  const session = (await openOffline()) && (await currentSession());
  if (!session) throw new ServerNotReached('There is no connection.');
  return session;
}

const Layout = lazyScreen(() => import('./shell/Layout'), 'Layout');
const BoardPage = lazyScreen(() => import('./messages/BoardPage'), 'BoardPage');
const NotFoundPage = lazyScreen(() => import('./shell/NotFoundPage'), 'NotFoundPage');
const PhonePage = lazyScreen(() => import('./texting/phone/PhonePage'), 'PhonePage');

/** Returns the route of a screen that only signed-in people see. */
const signedIn = (screen: LoadScreen): Route => ({ guard: requires('protected'), frame: Layout, screen });

/**
 * Loads the screen of the phone simulator, or the screen for missing pages if the server has no simulator
 * (docs/product.md: Simulator).
 */
async function loadSimulator(): Promise<Screen> {
  const product = await cache.product.get.ensureData().catch(() => undefined);
  if (product?.simulatorUrl) return PhonePage();
  const NotFound = await NotFoundPage();
  return () => (
    <main>
      <NotFound />
    </main>
  );
}

export const routes: Record<Path, Route> = {
  '/login': {
    guard: requires('login'),
    screen: lazyScreen(() => import('./people/auth/LoginPage'), 'LoginPage'),
  },
  '/setup': {
    // with the search parameter `again`, the screen is also open to people who have skipped it
    guard: (to) => requires(to.search.again ? 'setup again' : 'setup')(to),
    screen: lazyScreen(() => import('./people/SetupPage'), 'SetupPage'),
  },
  '/join/$code': { screen: lazyScreen(() => import('./boards/invites/JoinPage'), 'JoinPage') },
  '/in/$token': { screen: lazyScreen(() => import('./people/auth/SignInLinkPage'), 'SignInLinkPage') },
  '/texting': { screen: lazyScreen(() => import('./texting/TextingPage'), 'TextingPage') },
  '/phone': { screen: loadSimulator },
  '/': signedIn(lazyScreen(() => import('./shell/dashboard/DashboardPage'), 'DashboardPage')),
  '/all-texts': signedIn(lazyScreen(() => import('./messages/AllTextsPage'), 'AllTextsPage')),
  '/thread/$id': signedIn(lazyScreen(() => import('./messages/ThreadPage'), 'ThreadPage')),
  '/tag/$tag': signedIn(BoardPage),
  '/tag/private/$tag': signedIn(BoardPage),
  '/tag/shared/$boardName': signedIn(BoardPage),
  '/search': signedIn(lazyScreen(() => import('./search/SearchPage'), 'SearchPage')),
  '/add': signedIn(lazyScreen(() => import('./messages/AddPage'), 'AddPage')),
  '/profile': signedIn(lazyScreen(() => import('./shell/ProfilePage'), 'ProfilePage')),
  '/reminders': signedIn(lazyScreen(() => import('./messages/reminders/RemindersPage'), 'RemindersPage')),
  '/notifications': signedIn(lazyScreen(() => import('./notices/NotificationsPage'), 'NotificationsPage')),
  '/admin': signedIn(lazyScreen(() => import('./operators/AdminPage'), 'AdminPage')),
};

/** The whole page: the screen that `router` shows, and the toasts. */
export const App = ({ router }: { router: Router }) => (
  <RouterContext value={router}>
    <Screens />
    <Toasts />
  </RouterContext>
);

/** Creates the router of the app. `history` is by default the history of the browser. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter(
    { routes, missing: signedIn(NotFoundPage), loading: LoadingScreen, failed: ErrorScreen },
    history,
  );
