import { answerPicture, isPicture } from './media';
import type { ToWorker } from './names';
import { listenForPush } from './push';
import { isShare, receiveShare } from './share';
import { answerFile, answerNavigation, deleteOtherBuilds, isOwnBuild, keepBuild } from './shell';

/** It never keeps the answer of an API call. */
declare const self: ServiceWorkerGlobalScope;

/** TypeScript does not know `addRoutes`. */
type WithRoutes = { addRoutes?: (rules: object[]) => Promise<void> };

self.addEventListener('install', (event) => {
  // sends API calls straight to the server, so that the worker need not run for them; only Chromium can do
  // this
  const rules = [{ condition: { urlPattern: '/trpc/*' }, source: 'network' }];
  event.waitUntil(Promise.all([keepBuild(), (event as WithRoutes).addRoutes?.(rules)]));
});

self.addEventListener('activate', (event) => event.waitUntil(start()));

async function start() {
  // lets the request for a page start before the worker runs
  await self.registration.navigationPreload?.enable();
  if (isNewest() && (await openPages()).length === 0) await deleteOtherBuilds();
  await self.clients.claim();
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker;
  if (isOwnBuild(message.build)) event.waitUntil(deleteUnusedBuilds());
});

async function deleteUnusedBuilds() {
  if (isNewest() && (await openPages()).length === 1) await deleteOtherBuilds();
}

const isNewest = () => !self.registration.installing && !self.registration.waiting;

const openPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (isShare(request)) event.respondWith(receiveShare(request));
  else if (request.method !== 'GET') return;
  else if (request.mode === 'navigate') event.respondWith(answerNavigation(event));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request));
  else if (isPicture(request)) event.respondWith(answerPicture(event));
});

listenForPush(self);
