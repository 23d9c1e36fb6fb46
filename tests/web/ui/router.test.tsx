import { afterEach, beforeAll, expect, test } from 'bun:test';
import { createMemoryHistory } from '@tanstack/history';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { matchPath, type Path, toHref } from '../../../web/ui/router/addresses';
import { Link } from '../../../web/ui/router/Link';
import { createRouter, LOADING_AFTER_MS, type LoadScreen, type Route } from '../../../web/ui/router/router';
import { Screens } from '../../../web/ui/router/Screens';
import { RouterContext, useLocation, useParams } from '../../../web/ui/router/use-router';
import { takeErrors } from '../../setup';
import { hurry } from '../../support/web/hurry';

// screens load outside of React's act(), as in a browser
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));
afterEach(cleanup);

const shows =
  (text: string): LoadScreen =>
  async () =>
  () => <p>{text}</p>;

function open(path: string, routes: Partial<Record<Path, Route>> = {}, around: ReactNode = null) {
  const others = ['/', '/login', '/search', '/tag/$tag', '/admin'] as const;
  const own = Object.fromEntries(others.map((name) => [name, { screen: shows(`screen of ${name}`) }]));
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter(
    {
      routes: { ...own, ...routes } as Record<Path, Route>,
      missing: { screen: shows('nothing here') },
      loading: () => <p>loading</p>,
      failed: ({ error }) => <p>failed: {(error as Error).message}</p>,
    },
    history,
  );
  render(
    <RouterContext value={router}>
      {around}
      <Screens />
    </RouterContext>,
  );
  return { router, history };
}

const PATHS = ['/tag/$tag', '/tag/private/$tag', '/'] as const;

test.each<[string, string | undefined, string | undefined]>([
  ['/', '/', undefined],
  ['/tag/food', '/tag/$tag', 'food'],
  ['/TAG/Food/', '/tag/$tag', 'Food'],
  ['/tag/private', '/tag/$tag', 'private'],
  ['/tag/private/caf%C3%A9%20a%2Fb', '/tag/private/$tag', 'café a/b'],
  ['/tag/50%', '/tag/$tag', '50%'],
  ['/tag', undefined, undefined],
  ['/tag/a/b/c', undefined, undefined],
])('the path %s leads to the screen %p', (pathname, path, tag) => {
  const found = matchPath(PATHS, pathname);
  expect(found?.path).toBe(path as never);
  expect(found?.params.tag).toBe(tag);
});

test('a tag with any characters comes back from its URL as it was', () => {
  const tag = 'été 100% a/b?#x&y';
  const href = toHref({ to: '/tag/private/$tag', params: { tag }, search: {}, hash: 'message-1' });
  const url = new URL(href, 'http://tagline.test');
  expect(url.hash).toBe('#message-1');
  expect(matchPath(PATHS, url.pathname)?.params).toEqual({ tag });
});

test('a path without a screen shows the screen for missing pages', async () => {
  open('/no/such/page');
  await screen.findByText('nothing here');
});

test('a screen shows the parameters of its path', async () => {
  const { router } = open('/tag/food', {
    '/tag/$tag': { screen: async () => () => <p>board {useParams().tag}</p> },
  });
  await screen.findByText('board food');
  await router.navigate({ to: '/tag/$tag', params: { tag: 'trip' } });
  await screen.findByText('board trip');
});

test('a guard leads elsewhere without an entry of its own in the history', async () => {
  const { router, history } = open('/', {
    '/admin': {
      guard: async ({ href }) => ({ to: '/login', state: { next: href } }),
      screen: shows('secret'),
    },
  });
  await router.navigate({ to: '/admin' });
  await screen.findByText('screen of /login');
  expect(router.location.state.next).toBe('/admin');
  expect(history.length).toBe(2);
  history.back();
  await screen.findByText('screen of /');
});

test('of two screens that are opened one after the other, only the last is shown', async () => {
  const slow = Promise.withResolvers<void>();
  const { router } = open('/', {
    '/admin': { guard: () => slow.promise as Promise<undefined>, screen: shows('admin') },
  });
  await screen.findByText('screen of /');
  void router.navigate({ to: '/admin' });
  await router.navigate({ to: '/search' });
  slow.resolve();
  await router.load();
  expect(screen.queryByText('admin')).toBeNull();
  expect(screen.getByText('screen of /search')).toBeTruthy();
});

test('opening the screen that is open adds no entry to the history', async () => {
  const { router, history } = open('/tag/food');
  await screen.findByText('screen of /tag/$tag');
  await router.navigate({ to: '/tag/$tag', params: { tag: 'food' } });
  expect(history.length).toBe(1);
});

test('a screen that could not be fetched says so in its frame, and loads when asked again', async () => {
  let fails = true;
  const { router } = open('/', {
    '/admin': {
      frame: async () => (props: { children: ReactNode }) => <section aria-label="frame" {...props} />,
      screen: async () => {
        if (fails) throw new Error('offline');
        return () => <p>admin</p>;
      },
    },
  });
  await router.navigate({ to: '/admin' });
  expect((await screen.findByLabelText('frame')).textContent).toBe('failed: offline');
  expect(takeErrors().join()).toContain('offline');
  fails = false;
  await router.load();
  expect((await screen.findByLabelText('frame')).textContent).toBe('admin');
});

test('a screen that takes long is replaced by the loading screen', async () => {
  const slow = Promise.withResolvers<void>();
  const { router } = open('/', {
    '/admin': { guard: () => slow.promise as Promise<undefined>, screen: shows('admin') },
  });
  await screen.findByText('screen of /');
  using _ = hurry(LOADING_AFTER_MS);
  void router.navigate({ to: '/admin' });
  expect(router.isLoading).toBe(true);
  expect(screen.getByText('screen of /')).toBeTruthy();
  await screen.findByText('loading', {}, { timeout: 15_000 });
  slow.resolve();
  await screen.findByText('admin', {}, { timeout: 15_000 });
  expect(router.isLoading).toBe(false);
});

test('links are marked on their page, on those below it, and with their search parameters', async () => {
  const links = (
    <>
      <Link to="/">home</Link>
      <Link to="/tag/$tag" params={{ tag: 'café' }}>
        board
      </Link>
      <Link to="/search">search</Link>
      <Link to="/search" search={{ board: 'food' }}>
        search in food
      </Link>
    </>
  );
  const { router } = open('/', {}, links);
  const marked = () => screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent);
  await screen.findByText('screen of /');
  expect(marked()).toEqual(['home']);
  await router.navigate({ to: '/tag/$tag', params: { tag: 'café' } });
  expect(marked()).toEqual(['board']);
  await router.navigate({ to: '/search', search: { q: 'ramen' } });
  expect(marked()).toEqual(['search']);
  await router.navigate({ to: '/search', search: { q: 'ramen', board: 'food' } });
  expect(marked()).toEqual(['search', 'search in food']);
});

const Where = () => <output>{useLocation().href}</output>;

test('a link opens its screen, unless the browser is asked for a new tab', async () => {
  const { router } = open(
    '/',
    {},
    <>
      <Link to="/search" search={{ q: 'ramen' }} state={{ entered: true }}>
        search
      </Link>
      <Where />
    </>,
  );
  await screen.findByText('screen of /');
  const link = screen.getByRole('link', { name: 'search' });
  fireEvent.click(link, { ctrlKey: true });
  expect(screen.getByRole('status').textContent).toBe('/');
  fireEvent.click(link);
  await screen.findByText('screen of /search');
  expect(screen.getByRole('status').textContent).toBe('/search?q=ramen');
  expect(router.location.state.entered).toBe(true);
});
