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

/** Nonce of this page. The content security policy allows inline styles only with this nonce. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
setNonce(nonce);

replaceBlockedStorage();
showStoredToast();
persistFailedPreviews();
reloadAfterUpgrade();
ignoreDroppedFiles();

// the server adds this element only if ANALYTICS_SCRIPT_URL is set
const tracker = document.querySelector<HTMLMetaElement>('meta[name="visitor-tracker"]')?.content;
if (tracker)
  void import('./product/analytics').then(
    ({ startAnalytics }) => startAnalytics(tracker),
    () => {}, // ad blockers may block this chunk
  );

const styles = loadStyles();
const queries = prefetchQueries();

// imported separately: on a slow phone, evaluating all scripts in one task would block input for too long
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
 * Reloads the page when a chunk is missing, since an upgrade of the server replaces chunks. A page younger
 * than a minute is not reloaded: there something else blocks the chunk, and would block it after a reload as
 * well. A page without a connection is not reloaded either: unsaved text would be lost, and the page could
 * not be loaded.
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

/**
 * Keeps the browser from opening a file that is dropped on the page: that would leave the app, and unsaved
 * text.
 */
function ignoreDroppedFiles() {
  const ignore = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  addEventListener('dragover', ignore);
  addEventListener('drop', ignore);
}

/**
 * Turns preloaded style sheets into style sheets. The build preloads them so that they do not block the boot
 * screen.
 */
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

/**
 * Starts the queries of the first screen before its code is loaded. tRPC sends the queries as one batch,
 * which index.html has preloaded.
 */
function prefetchQueries(): Promise<unknown>[] {
  const untyped = getUntypedClient(client);
  return entryFor(FIRST_QUERIES, location.pathname).map((path) =>
    queryClient.prefetchQuery({
      queryKey: [path.split('.'), { type: 'query' }],
      queryFn: () => untyped.query(path),
    }),
  );
}
