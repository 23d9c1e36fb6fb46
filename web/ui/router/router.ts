import {
  createBrowserHistory,
  type HistoryLocation,
  type HistoryState,
  type RouterHistory,
} from '@tanstack/history';
import { type ComponentType, createElement, startTransition } from 'react';
import {
  type Address,
  matchPath,
  type Param,
  type Path,
  readablePath,
  readSearch,
  toHref,
} from './addresses';
import { keepScroll } from './scroll';

// biome-ignore lint/suspicious/noExplicitAny: a frame takes children, a screen nothing
export type Screen = ComponentType<any>;

/**
 * A function that fetches the code of a screen when it is first called. Rejects if the code cannot be
 * fetched.
 */
export type LoadScreen = () => Promise<Screen>;

/** A function that returns the destination of a redirect, or undefined if the person may see the screen. */
export type Guard = (to: AppLocation) => Promise<Destination | undefined>;

export type Route = {
  /** Called before the screen is fetched. */
  guard?: Guard;
  screen: LoadScreen;
  /** Surrounds the screen. The frame stays mounted if the next screen has the same frame. */
  frame?: LoadScreen;
};

export type AppLocation = Pick<HistoryLocation, 'href' | 'pathname' | 'state'> & {
  search: Record<string, string>;
  /** Fragment of the URL, without the `#`. */
  hash: string;
};

export type EntryOptions = {
  state?: HistoryState | ((state: HistoryState) => HistoryState);
  replace?: boolean;
};
export type Destination = (Address | { href: string }) & EntryOptions;

/** The screen on the page. It stays until the next screen is loaded. */
export type Shown = {
  location: AppLocation;
  params: Partial<Record<Param, string>>;
  route: Route;
  Frame?: Screen;
  Screen: Screen;
};

export type Router = ReturnType<typeof createRouter>;

/**
 * Time after which the loading screen replaces the old screen, and the minimum time for which the loading
 * screen is shown, in milliseconds.
 */
export const [LOADING_AFTER_MS, LOADING_FOR_MS] = [1000, 500];

type Screens = {
  routes: Record<Path, Route>;
  /** Route of every other path. */
  missing: Route;
  /** Replaces a screen that takes long to load. */
  loading: Screen;
  /** Replaces a screen that could not be loaded, or that has thrown `error`. */
  failed: ComponentType<{ error: unknown }>;
};

/**
 * Creates a router. Whenever the current entry of the history changes, the router shows the screen of that
 * entry.
 */
export function createRouter(
  { routes, missing, loading, failed }: Screens,
  history: RouterHistory = createBrowserHistory(),
) {
  let location = read(history.location);
  let shown: Shown | undefined;
  let isLoading = false;
  let draw: ((shown: Shown) => void) | undefined;
  /** Number of the latest load. Earlier loads stop. */
  let latest = 0;
  /** Functions to call when the next screen is on the page. */
  let waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();
  const scroll = keepScroll();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  /**
   * Loads the screen of the current location, even if it is shown already. Resolves when the screen is on the
   * page.
   */
  function load(): Promise<void> {
    const loaded = new Promise<void>((resolve) => waiting.push(resolve));
    if (shown && !isLoading) scroll.keep(shown.location);
    location = read(history.location);
    isLoading = true;
    tell();
    void loadScreen(++latest);
    return loaded;
  }

  async function loadScreen(turn: number) {
    const [route, params] = routeAt(location.pathname);
    const loadingSince = showLoadingScreen(turn, route);
    const next: Shown = { location, params, route, Screen: loading };
    try {
      const elsewhere = await route.guard?.(location);
      if (turn !== latest) return;
      if (elsewhere) return void navigate({ ...elsewhere, replace: true }, { ignoreBlocker: true });
      const screen = route.screen(); // called first, so that frame and screen load at the same time
      screen.catch(() => {}); // prevents an unhandled rejection if the frame fails before `screen` is awaited
      next.Frame = await route.frame?.();
      next.Screen = await screen;
    } catch (error) {
      console.error(error);
      next.Screen = () => createElement(failed, { error });
    }
    await loadingSince();
    if (turn === latest) show(next);
  }

  /**
   * Shows the loading screen if a load takes long. Returns a function to call at the end of the load. That
   * function resolves when the next screen may be shown. This is at once, unless the loading screen is shown:
   * then it is when the loading screen has been shown long enough not to flicker.
   */
  function showLoadingScreen(turn: number, route: Route) {
    let since = 0;
    const timer = setTimeout(() => {
      if (turn !== latest || !shown) return;
      since = Date.now();
      const Frame = route.frame === shown.route.frame ? shown.Frame : undefined;
      startTransition(() => draw?.({ ...shown!, Frame, Screen: loading }));
    }, LOADING_AFTER_MS);
    return async () => {
      clearTimeout(timer);
      const left = since + LOADING_FOR_MS - Date.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    };
  }

  function show(next: Shown) {
    shown = next;
    if (draw) startTransition(() => draw?.(next));
    else finish();
  }

  function finish() {
    isLoading = false;
    const resolves = waiting;
    waiting = [];
    tell();
    for (const resolve of resolves) resolve();
  }

  /**
   * Opens a screen, in a new entry of the history unless `replace` is set. Resolves when the screen is on the
   * page. If the screen is already open, it is only loaded again.
   */
  function navigate(to: Destination, { ignoreBlocker = false } = {}): Promise<void> {
    const href = 'href' in to ? to.href : toHref(to);
    const state = typeof to.state === 'function' ? to.state(location.state) : (to.state ?? {});
    if (href === location.href && isSame(state, location.state)) return load();
    const loaded = new Promise<void>((resolve) => waiting.push(resolve));
    history[to.replace ? 'replace' : 'push'](href, state, { ignoreBlocker });
    return loaded;
  }

  function routeAt(pathname: string): [Route, Shown['params']] {
    const found = matchPath(Object.keys(routes) as Path[], pathname);
    return found ? [routes[found.path], found.params] : [missing, {}];
  }

  history.subscribe(({ action }) => {
    scroll.follow(action.type);
    void load();
  });

  return {
    history,
    load,
    navigate: (to: Destination) => navigate(to),
    /** Adds an entry for the current page to the history, without asking blockers and without scrolling. */
    repeatEntry(state: HistoryState) {
      scroll.stay();
      void navigate(
        { href: location.href.replace(/#.*/, ''), state: { ...location.state, ...state } },
        { ignoreBlocker: true },
      );
    },
    /** Fetches the code of a screen before the person opens the screen. Ignores errors. */
    preload(href: string) {
      const [{ frame, screen }] = routeAt(href.replace(/[?#].*/, ''));
      for (const fetch of [frame, screen]) fetch?.().catch(() => {});
    },
    /** Calls a function when the location changes, and when the screen of the location is on the page. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Calls `onShown` with each screen from now on, until the returned function is called. */
    mount(onShown: (shown: Shown) => void) {
      draw = onShown;
      if (shown) onShown(shown);
      else void load();
      return () => {
        draw = undefined;
      };
    },
    /** Must be called when a screen is on the page. */
    drawn(drawnNow: Shown) {
      if (drawnNow !== shown) return;
      scroll.restore(shown.location);
      finish();
    },
    /** The location that the person wants to see. Its screen may still be loading. */
    get location() {
      return location;
    },
    get shown() {
      return shown;
    },
    get isLoading() {
      return isLoading;
    },
    failed,
  };
}

const read = ({ href, pathname, search, hash, state }: HistoryLocation): AppLocation => ({
  href,
  pathname: readablePath(pathname),
  search: readSearch(search),
  hash: readablePath(hash.slice(1)),
  state,
});

/**
 * Returns true if two states are equal. Ignores the keys that the history adds to distinguish its entries.
 */
const isSame = (...states: HistoryState[]) =>
  new Set(
    states.map((state) => {
      const { key, __TSR_key, __TSR_index, ...own } = state as Record<string, unknown>;
      return JSON.stringify(own);
    }),
  ).size === 1;
