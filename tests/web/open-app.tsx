import { beforeAll } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '../../web/product/query-client';
import { client, trpc } from '../../web/product/trpc';
import { routeTree } from '../../web/routes';
import { dismissToast, toast } from '../../web/ui/toast';
import type { Person } from '../support/cast';
import { testServer } from '../support/server';

// Here things happen as in a browser, by polls and answers, and not only within what a test does.
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // a bound for hopeless cases: the library's own, a second, would be a promise about speed
  configure({ asyncUtilTimeout: 15_000 });
});

/**
 * The whole web app in this window, talking to a real server of its own: `await using app = await openApp('/login')`.
 * `as` is somebody signed in and introduced already. Leaving the test closes both and forgets everything.
 */
export async function openApp(path: string, { as, env }: { as?: Person; env?: Record<string, string> } = {}) {
  const server = await testServer({ env });
  const cookies = as ? (await server.introduce(as)).cookies : new Map<string, string>();
  const network = reach(server.url, cookies);
  const reload = stubReload();
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return {
    server,
    user: userEvent.setup(),
    /** Cuts the line to the server. */
    network,
    reloads: () => reload.count,
    path: () => router.state.location.pathname,
    async [Symbol.asyncDispose]() {
      cleanup();
      queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
      toast({ title: '' });
      dismissToast(0);
      network.restore();
      reload.restore();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Sends what the page asks for to that server, with cookies, as a browser would. */
function reach(url: string, cookies: Map<string, string>) {
  const before = globalThis.fetch;
  const network = {
    cut: false,
    /** What is asked arrives, and its answer is lost on the way back. */
    deaf: false,
    restore: () => {
      globalThis.fetch = before;
    },
  };
  const browse = async (input: string | URL | Request, init: RequestInit = {}) => {
    if (network.cut) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
    const response = await before(new URL(String(input), url), { ...init, headers });
    if (network.deaf) throw new TypeError('Failed to fetch');
    for (const cookie of response.headers.getSetCookie()) {
      const { name, value } = Bun.Cookie.parse(cookie);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
  globalThis.fetch = Object.assign(browse, { preconnect: before.preconnect });
  return network;
}

/** This window cannot load itself anew; what counts is that it was asked to. */
function stubReload() {
  const before = location.reload;
  const reload = {
    count: 0,
    restore: () => {
      location.reload = before;
    },
  };
  location.reload = () => {
    reload.count += 1;
  };
  return reload;
}
