import '@fontsource-variable/figtree/wght.css';
import './ui/mantine.css';
import './ui/base.css';
import './ui/touch.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { getUntypedClient } from '@trpc/client';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { entryFor, FIRST_QUERIES } from './first-screen';
import { logFailedPreviews, persistSmallPreviews } from './media/previews/failed-previews';
import { provideOffline } from './product/offline/offline';
import { queryClient } from './product/query-client';
import { watchSessionEnd } from './product/session-end';
import { stopPicturesOnLeaving } from './product/stop-pictures';
import { client, trpc } from './product/trpc';
import { offerUpdateIfServerHasOne } from './product/worker/offer-update';
import { createAppRouter } from './routes';
import { replaceBlockedStorage } from './ui/storage';
import { cssVariables, theme } from './ui/theme';
import { showStoredToast } from './ui/toast';

const REGISTER_AFTER_MS = 3000;

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
setNonce(nonce);

replaceBlockedStorage();
provideOffline(() => import('./product/offline/start-offline').then(({ offline }) => offline));
showStoredToast();
persistSmallPreviews();
logFailedPreviews();
offerReloadAfterUpgrade();
ignoreDroppedFiles();

const tracker = document.querySelector<HTMLMetaElement>('meta[name="visitor-tracker"]')?.content;
// pages whose address is a secret are not tracked: sign-in links, and returns from the identity provider
if (tracker && !/^\/in\/|[?&]state=/.test(location.pathname + location.search))
  void import('./product/analytics').then(
    ({ startAnalytics }) => startAnalytics(tracker),
    () => {}, // ignores errors, because an ad blocker can block this chunk
  );

const styles = loadStyles();
const queries = prefetchQueries();

const router = createAppRouter();
watchSessionEnd(() => void router.invalidate());
stopPicturesOnLeaving(router);

await Promise.allSettled([
  router.load(),
  document.fonts.load("1em 'Figtree Variable'"),
  ...styles,
  ...queries,
]);

// rendered in a transition, so that a slow phone responds to input during the first rendering
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

registerWorkerWhenIdle();

function offerReloadAfterUpgrade() {
  addEventListener('vite:preloadError', () => void offerUpdateIfServerHasOne());
}

function registerWorkerWhenIdle() {
  if (!import.meta.env.PROD) return; // the development server has no worker
  setTimeout(() => {
    const register = () =>
      void import('./product/worker/register').then((module) => module.registerWorker(router));
    if ('requestIdleCallback' in window) requestIdleCallback(register);
    else register(); // Safari has no requestIdleCallback
  }, REGISTER_AFTER_MS);
}

/** The browser would open the file in place of the app, and unsaved text would be lost. */
function ignoreDroppedFiles() {
  const ignore = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  addEventListener('dragover', ignore);
  addEventListener('drop', ignore);
}

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

/** Makes the requests that boot.ts has sent: tRPC sends all queries of one task as one batch. */
function prefetchQueries(): Promise<unknown>[] {
  const untyped = getUntypedClient(client);
  const prefetch = (paths: readonly string[]) =>
    paths.map((path) =>
      queryClient.prefetchQuery({
        queryKey: [path.split('.'), { type: 'query' }],
        queryFn: () => untyped.query(path),
      }),
    );
  const [deciding = [], listed = []] = entryFor(FIRST_QUERIES, location.pathname);
  const decided = prefetch(deciding);
  setTimeout(() => prefetch(listed)); // in a later task, so that these queries are a separate request
  return decided;
}
