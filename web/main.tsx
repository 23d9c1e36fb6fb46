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
import { watchSessionEnd } from './product/session-end';
import { client, trpc } from './product/trpc';
import { replaceBlockedStorage } from './ui/storage';
import { cssVariables, theme } from './ui/theme';
import { showStoredToast } from './ui/toast';

/** Nonce of this page. The content security policy allows only styles that carry it. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
setNonce(nonce);

replaceBlockedStorage();
showStoredToast();
persistFailedPreviews();
reloadAfterUpgrade();
ignoreDroppedFiles();

// only a server with a visitor tracker names one in the page
const tracker = document.querySelector<HTMLMetaElement>('meta[name="visitor-tracker"]')?.content;
if (tracker)
  void import('./product/analytics').then(
    ({ startAnalytics }) => startAnalytics(tracker),
    () => {}, // ad blockers may block this chunk
  );

const styles = loadStyles();
const queries = prefetchQueries();

// a separate task: on a slow phone, evaluating everything at once would block input for too long
const { router } = await import('./routes');
watchSessionEnd(() => void router.invalidate());

// the boot screen of index.html stays until the first screen can be drawn complete
await Promise.allSettled([
  router.load(),
  document.fonts.load("1em 'Figtree Variable'"),
  ...styles,
  ...queries,
]);

// a transition, so that a slow phone responds to input while it draws
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

/**
 * Reloads the page when a chunk is missing, since an upgrade of the server replaces all chunks. A page younger than a
 * minute is not reloaded: there something blocks the chunk, and would do so again. Nor is a page without a connection:
 * it could not be loaded again, and unsaved text would be lost.
 */
function reloadAfterUpgrade() {
  addEventListener('vite:preloadError', () => {
    if (performance.now() < 60_000) return;
    fetch('/', { method: 'HEAD' }).then(
      () => location.reload(),
      () => {},
    );
  });
}

/** Ignores files that are dropped outside of a dialog. The browser would open them and leave the app with unsaved text. */
function ignoreDroppedFiles() {
  const ignore = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  addEventListener('dragover', ignore);
  addEventListener('drop', ignore);
}

/** Turns preloaded style sheets into style sheets. The build preloads them so that they do not block the boot screen. */
function loadStyles(): Promise<unknown>[] {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]');
  return [...links].map(
    (link) =>
      new Promise((resolve) => {
        link.onload = resolve;
        link.onerror = resolve;
        link.rel = 'stylesheet';
      }),
  );
}

/** Starts the queries of the first screen at once. tRPC sends them as one batch, which index.html has preloaded. */
function prefetchQueries(): Promise<unknown>[] {
  const untyped = getUntypedClient(client);
  return entryFor(FIRST_QUERIES, location.pathname).map((path) =>
    queryClient.prefetchQuery({
      queryKey: [path.split('.'), { type: 'query' }],
      queryFn: () => untyped.query(path),
    }),
  );
}
