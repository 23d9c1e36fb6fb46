import { beforeAll, spyOn } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, getConfig, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '../../../web/product/query-client';
import { client, trpc } from '../../../web/product/trpc';
import { createAppRouter } from '../../../web/routes';
import { dismissToast, toast } from '../../../web/ui/toast';
import type { Person } from '../cast';
import { testServer, until } from '../server';

// polls and responses change the screen outside of React's act(), as in a browser
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // a limit for tests that hang; with the default of one second, tests would fail on slow machines
  configure(({ getElementError: describe }) => ({
    asyncUtilTimeout: 15_000,
    // Testing Library sets this flag while `findBy` tries again and again; without this function it would
    // print the page at each try
    getElementError: (message, container) =>
      Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics')
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : describe(message, container),
  }));
});

export async function openApp(
  path: string,
  {
    as,
    silent = false,
    ...options
  }: { as?: Person; silent?: boolean } & Parameters<typeof testServer>[0] = {},
) {
  const server = await testServer(options);
  const cookies = new Map<string, string>();
  const signIn = async (person: Person) => {
    for (const [name, value] of (await server.introduce(person)).cookies) cookies.set(name, value);
  };
  if (as) await signIn(as);
  const network = connect(server.url, cookies);
  network.silent = silent;
  const reload = spyOn(location, 'reload').mockImplementation(() => {});
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  // leaves out global styles, because none of them hides an element, and each query would match all of them
  // again
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test" withCssVariables={false} withGlobalClasses={false}>
          <RouterProvider router={router} />
        </MantineProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  return {
    server,
    user,
    network,
    signIn,
    /** Asks for a code on the sign-in page. `code` waits for the text with it. */
    async askForCode(person: Person) {
      const before = server.received(person.phone).length;
      await user.type(await screen.findByLabelText('Phone number'), person.phone);
      await user.click(screen.getByRole('button', { name: 'Send verification code' }));
      const field = await screen.findByLabelText<HTMLInputElement>('Verification code');
      const code = () =>
        until(() => /\b\d{6}\b/.exec(server.received(person.phone).slice(before).join(' '))?.[0]);
      return { field, code };
    },
    reloads: () => reload.mock.calls.length,
    open: (path: string) => router.navigate({ href: path }),
    history: router.history,
    path: () => router.state.location.pathname,
    async [Symbol.asyncDispose]() {
      cleanup();
      queryClient.clear();
      localStorage.clear();
      sessionStorage.clear();
      toast({ title: '' });
      dismissToast(0);
      network.fetch.mockRestore();
      reload.mockRestore();
      await server[Symbol.asyncDispose]();
    },
  };
}

export type App = Awaited<ReturnType<typeof openApp>>;

function connect(url: string, cookies: Map<string, string>) {
  const original = globalThis.fetch;
  const network = {
    cut: false,
    silent: false,
    answer: (_path: string): Response | undefined => undefined,
    called: [] as string[],
    deliver: async (_path: string) => {},
    /** If true, requests reach the server and the responses are lost. */
    loseResponses: false,
  };
  const browse = async (input: string | URL | Request, init: RequestInit = {}) => {
    if (!String(input).startsWith('/')) return original(input, init); // not a request of the page
    if (network.cut) throw new TypeError('Failed to fetch');
    if (network.silent) await givenUp(init.signal);
    const [, procedures] = /\/trpc\/([^?]+)/.exec(String(input)) ?? [];
    if (procedures) network.called.push(...procedures.split(','));
    const own = network.answer(String(input));
    if (own) return own;
    const headers = new Headers(init.headers);
    headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
    const response = await original(new URL(String(input), url), { ...init, headers });
    await network.deliver(String(input));
    if (network.loseResponses) throw new TypeError('Failed to fetch');
    for (const cookie of response.headers.getSetCookie()) {
      const { name, value } = Bun.Cookie.parse(cookie);
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  };
  const spy = spyOn(globalThis, 'fetch').mockImplementation(browse as never);
  return Object.assign(network, { fetch: spy });
}

const givenUp = (signal?: AbortSignal | null) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
