import { BUILD_CACHE, BUILD_META } from './names';

/** The build replaces these names with the values. */
declare const BUILD: string;
declare const FILES: string[];

const OWN_CACHE = BUILD_CACHE + BUILD;
/** Key of the page in the cache. All screens use this one page, which contains no data of a person. */
const PAGE = '/';
/** Number of files that are fetched at the same time. It is low, to leave connections to the open page. */
const AT_A_TIME = 2;
const SLOW_MS = 5000;
/** Matches paths that do not belong to screens of the web app. */
const NO_SCREEN = /^\/((api|trpc|mcp|p|g|metrics|healthz|readyz|ws)(\/|$)|[^/]*\.[^/]*$)/;

export const isOwnBuild = (build: string) => build === BUILD;

/** Stores the page and all files of this build in a cache. */
export async function keepBuild(): Promise<void> {
  const page = await fetch(PAGE, { cache: 'no-store' });
  if (!(await isOfOwnBuild(page))) throw new Error('The server has another build.');
  const cache = await caches.open(OWN_CACHE);
  const left = FILES.values();
  const keepNext = async () => {
    for (const path of left) await keepFile(cache, path);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, keepNext));
  await cache.put(PAGE, page);
  if (!(await caches.has(OWN_CACHE))) throw new Error('The cache was deleted.');
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const known = await caches.match(path, { ignoreVary: true });
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  // if the person wants to save data, takes only files that the browser already has
  if (connection?.saveData && !known) {
    const kept = await fetch(path, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
    if (kept?.ok) await cache.put(path, kept);
    return;
  }
  const file = known ?? (await fetch(path, { priority: 'low' }));
  if (!file.ok) throw new Error(`${path}: ${file.status}`);
  await cache.put(path, file);
}

/** The kept page has its own headers, because its content security policy allows the nonce in that page. */
export async function answerNavigation(event: FetchEvent): Promise<Response> {
  const answer = fetchNavigation(event);
  if (NO_SCREEN.test(new URL(event.request.url).pathname)) return answer;
  const kept = () => caches.match(PAGE, { cacheName: OWN_CACHE });
  event.waitUntil(answer.then(refreshKeptPage).catch(() => {}));
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, SLOW_MS));
  const first = await Promise.race([answer.catch(() => undefined), slow]);
  if (first && first.status < 500) return first;
  return (await kept()) ?? answer;
}

const fetchNavigation = async (event: FetchEvent): Promise<Response> =>
  ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request);

/**
 * Replaces the kept page if the server has sent a page of the same build, because the page contains settings
 * of the server, which may have changed.
 */
async function refreshKeptPage(answer: Response): Promise<void> {
  if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) return;
  const page = answer.clone();
  if (!(await isOfOwnBuild(page)) || !(await caches.has(OWN_CACHE))) return;
  await (await caches.open(OWN_CACHE)).put(PAGE, page);
}

const isOfOwnBuild = async (page: Response): Promise<boolean> =>
  page.ok && (await page.clone().text()).includes(`<meta name="${BUILD_META}" content="${BUILD}"`);

/**
 * Files of the same name are equal in all builds, because the name of a file contains a hash of its content.
 */
export const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);

export async function deleteOtherBuilds(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(BUILD_CACHE) && name !== OWN_CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}
