import '@fontsource-variable/figtree/wght.css';
import './ui/mantine.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { getUntypedClient } from '@trpc/client';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { entryFor, FIRST_QUERIES } from './first-screen';
import { persistFailedPreviews } from './previews/failed-previews';
import { queryClient } from './product/query-client';
import { cache, client, httpStatusOf, trpc } from './product/trpc';
import { replaceBlockedStorage } from './ui/storage';
import { cssVariables, theme } from './ui/theme';
import { showStoredToast } from './ui/toast';

/** The content security policy allows no style tag without the nonce of this very page. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
setNonce(nonce);

/** A younger page is not out of date: what it cannot have is blocked, and would be the next time. */
const NEW_MS = 60_000;

// After an update the chunks of the page that is open are gone: the new page has the new ones. Without a connection
// there is no new page either, and what is written on this one would be lost.
addEventListener('vite:preloadError', () => {
  if (performance.now() < NEW_MS) return;
  fetch('/', { method: 'HEAD' }).then(
    () => location.reload(),
    () => {},
  );
});

// A photo let go beside a dialog would be opened by the browser in place of the app, and what was being written be gone.
const stay = (event: DragEvent) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
};
addEventListener('dragover', stay);
addEventListener('drop', stay);

// Only where the server names one is there a visitor tracker, and only then is there any code for it.
const tracker = document.querySelector<HTMLMetaElement>('meta[name="visitor-tracker"]')?.content;
if (tracker)
  void import('./product/analytics').then(
    ({ startAnalytics }) => startAnalytics(tracker),
    () => {}, // blockers take it away
  );

replaceBlockedStorage();
showStoredToast();
persistFailedPreviews();

/** The style sheet, which the build lets come without holding up the boot screen. */
const styled = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')].map(
  (link) =>
    new Promise((loaded) => {
      link.onload = loaded;
      link.onerror = loaded;
      link.rel = 'stylesheet';
    }),
);

// In one batch with one another, and so in the request that index.html has already sent.
const caller = getUntypedClient(client);
const first = entryFor(FIRST_QUERIES, location.pathname).map((call) =>
  queryClient.prefetchQuery({
    queryKey: [call.split('.'), { type: 'query' }],
    queryFn: () => caller.query(call),
  }),
);

// As a task of its own: on a slow phone what is evaluated at once is felt.
const { router } = await import('./routes');

// A session that ends elsewhere (logged out, deleted) ends here with the next call. Who has signed in there since gets
// a page of their own.
queryClient.getQueryCache().subscribe(({ type, query }) => type === 'updated' && heed(query.state.error));
queryClient
  .getMutationCache()
  .subscribe(({ type, mutation }) => type === 'updated' && heed(mutation.state.error));

function heed(refusal: unknown) {
  if (httpStatusOf(refusal) !== 401 || !cache.auth.session.getData()?.authenticated) return;
  cache.auth.session.setData(undefined, { authenticated: false, userId: null, operator: false });
  client.auth.session
    .query()
    .then(({ authenticated }) => authenticated && location.reload())
    .catch(() => {})
    .finally(() => router.invalidate());
}

// The boot screen of index.html stays until the first screen can be drawn whole.
await Promise.allSettled([router.load(), document.fonts.load("1em 'Figtree Variable'"), ...styled, ...first]);

// As a transition, so that a slow phone answers to fingers while it draws.
startTransition(() =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <trpc.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariables}
            defaultColorScheme="auto"
            getStyleNonce={() => nonce}
          >
            <RouterProvider router={router} />
          </MantineProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </StrictMode>,
  ),
);
