import { afterEach, expect, test } from 'bun:test';
import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createAppRouter } from '../../../web/routes';
import { Link } from '../../../web/ui/router';
import { ann } from '../../support/cast';
import { until } from '../../support/server';
import { openApp } from '../../support/web/open-app';

afterEach(cleanup);

/** Returns the router of the app at a URL, before it has loaded a screen. */
const routerAt = (url: string) => createAppRouter(createMemoryHistory({ initialEntries: [url] }));

/** Returns the screen to which a URL leads, with its parameters. */
function matchAt(url: string) {
  const router = routerAt(url);
  return router.matchRoutes(router.latestLocation).at(-1)!;
}

test.each<[string, string, string | undefined]>([
  ['/', '/', undefined],
  ['/tag/food', '/tag/$tag', 'food'],
  ['/TAG/Food/', '/tag/$tag', 'Food'],
  ['/tag/private', '/tag/$tag', 'private'],
  ['/tag/private/caf%C3%A9%20a%2Fb', '/tag/private/$tag', 'café a/b'],
  ['/tag', '/$', undefined],
  ['/tag/a/b/c', '/$', undefined],
])('the path %s leads to the screen %p', (pathname, path, tag) => {
  const { fullPath, params } = matchAt(pathname);
  expect(fullPath).toBe(path as never);
  expect((params as { tag?: string }).tag).toBe(tag);
});

test('a tag with any characters comes back from its URL as it was', () => {
  const tag = 'été 100% a/b?#x&y';
  const { href } = routerAt('/').buildLocation({
    to: '/tag/private/$tag',
    params: { tag },
    hash: 'message-1',
  });
  const url = new URL(href, 'http://tagline.test');
  expect(url.hash).toBe('#message-1');
  expect(matchAt(href)).toMatchObject({ fullPath: '/tag/private/$tag', params: { tag } });
});

test.each([
  'ramen',
  '42',
  '2026',
  'true',
  '"x"',
  '"on ice"',
  '1.50',
  '12345678901234567890',
  'null',
  'a&b=c#d +',
])('the query %s is in the URL as it is written, and read back as such', (q) => {
  const url = `/search?${new URLSearchParams({ q })}`;
  expect(routerAt('/').buildLocation({ to: '/search', search: { q } }).href).toBe(url);
  expect(matchAt(url).search).toEqual({ q });
});

test('a guard leads elsewhere without an entry of its own in the history', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  await screen.findByText('No messages yet');
  await app.open('/login');
  await screen.findByRole('heading', { name: 'Hi, Ann' });
  expect(app.history.length).toBe(2);
  app.history.back();
  await screen.findByText('No messages yet');
});

test('of two screens that are opened one after the other, only the last is shown', async () => {
  await using app = await openApp('/profile', { as: ann });
  await screen.findByRole('heading', { name: 'Edit Profile' });
  void app.open('/notifications');
  await app.open('/all-texts');
  await screen.findByText('No messages yet');
  expect(screen.queryByRole('link', { name: 'Back to Messages' })).toBeNull();
});

test('opening the screen that is open adds no entry to the history', async () => {
  await using app = await openApp('/all-texts', { as: ann });
  await screen.findByText('No messages yet');
  await app.open('/all-texts');
  expect(app.history.length).toBe(1);
});

test('links are marked on their page, on those below it, and with their search parameters', () => {
  const markedAt = (url: string) => {
    cleanup();
    render(
      <RouterContextProvider router={routerAt(url)}>
        <Link to="/">home</Link>
        <Link to="/tag/$tag" params={{ tag: 'café' }}>
          board
        </Link>
        <Link to="/search">search</Link>
        <Link to="/search" search={{ board: 'food' }}>
          search in food
        </Link>
      </RouterContextProvider>,
    );
    return screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent);
  };
  expect(markedAt('/')).toEqual(['home']);
  expect(markedAt('/tag/caf%C3%A9')).toEqual(['board']);
  expect(markedAt('/search?q=ramen')).toEqual(['search']);
  expect(markedAt('/search?q=ramen&board=food')).toEqual(['search', 'search in food']);
});

test('a link opens its screen, unless the browser is asked for a new tab', async () => {
  await using app = await openApp('/profile', { as: ann });
  const link = await screen.findByRole('link', { name: 'All Texts' });
  fireEvent.click(link, { ctrlKey: true });
  expect(app.path()).toBe('/profile');
  fireEvent.click(link);
  await until(() => app.path() === '/all-texts');
});
