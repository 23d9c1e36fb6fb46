import { expect, spyOn, test } from 'bun:test';
import { answerPicture } from '../../../web/worker/media';
import { stubCaches } from '../../support/caches';
import { until } from '../../support/server';

const ORIGIN = 'http://localhost';
const page = (build: string) =>
  new Response(`<meta name="build" content="${build}">`, { headers: { 'content-type': 'text/html' } });

// the build writes these constants into the worker
Object.assign(globalThis, { BUILD: 'own', FILES: ['/assets/a.js', '/assets/b.js'] });
const { answerNavigation, keepBuild } = await import('../../../web/worker/shell');

function stubFetch(answer: (path: string, init: RequestInit) => Promise<Response> | Response) {
  const asked: string[] = [];
  const fetched = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, ORIGIN);
    asked.push(`${pathname}${init.cache ? ` ${init.cache}` : ''}`);
    return await answer(pathname, init);
  };
  return Object.assign(spyOn(globalThis, 'fetch').mockImplementation(fetched as never), { asked });
}

function eventFor(path: string) {
  const work: Promise<unknown>[] = [];
  const event = {
    request: new Request(ORIGIN + path),
    preloadResponse: Promise.resolve(undefined),
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
  } as unknown as FetchEvent;
  return { event, done: () => Promise.all(work) };
}

const buildOf = async (answer: Response) => /content="(.*?)"/.exec(await answer.text())?.[1];

async function keepOwnPage() {
  const kept = await caches.open('build-own');
  await kept.put('/', page('kept'));
}

test('the kept page opens when the server takes 5 seconds, and a file that is no screen waits', async () => {
  using _caches = stubCaches();
  const wait = globalThis.setTimeout;
  using timers = spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void) =>
    wait(act)) as never);
  const late = Promise.withResolvers<Response>();
  using fetched = stubFetch(() => late.promise);
  await keepOwnPage();
  expect(await buildOf(await answerNavigation(eventFor('/all-texts').event))).toBe('kept');
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual([5000]);
  const calendar = answerNavigation(eventFor('/api/calendar').event);
  await until(() => fetched.asked.length === 2);
  late.resolve(page('late'));
  expect(await buildOf(await calendar)).toBe('late');
});

test('the kept page opens when the server is away or fails, not when it answers', async () => {
  using _caches = stubCaches();
  await keepOwnPage();
  for (const [answer, shown] of [
    [() => Promise.reject(new TypeError('Failed to fetch')), 'kept'],
    [() => new Response(null, { status: 502 }), 'kept'],
    [() => page('newer'), 'newer'],
  ] as const) {
    using _fetch = stubFetch(answer);
    expect(await buildOf(await answerNavigation(eventFor('/').event))).toBe(shown);
  }
});

test('with data saving on, a build keeps only files that the browser has already', async () => {
  using stored = stubCaches();
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator')!;
  const saveData = (saves: boolean) =>
    Object.defineProperty(globalThis, 'navigator', {
      value: { connection: { saveData: saves } },
      configurable: true,
    });
  using fetched = stubFetch((path, { cache }) => {
    if (path === '/') return page('own');
    if (cache === 'only-if-cached' && path !== '/assets/a.js') return Promise.reject(new TypeError());
    return new Response(path);
  });
  try {
    saveData(true);
    await keepBuild();
    expect(stored.stored('build-own')).toEqual(['/assets/a.js', '/']);
    expect(fetched.asked.filter((asked) => !asked.endsWith('only-if-cached'))).toEqual(['/ no-store']);
    saveData(false);
    await keepBuild();
    expect(stored.stored('build-own').sort()).toEqual(['/', '/assets/a.js', '/assets/b.js']);
  } finally {
    Object.defineProperty(globalThis, 'navigator', before);
  }
});

test('a worker is not installed if its build is deleted while it is stored', async () => {
  using _caches = stubCaches();
  using _fetched = stubFetch(async (path) => {
    if (path === '/') return page('own');
    await caches.delete('build-own'); // as an older worker may do
    return new Response('');
  });
  await expect(keepBuild()).rejects.toThrow('The cache was deleted.');
});

async function show(path: string) {
  const { event, done } = eventFor(path);
  await answerPicture(event);
  await done();
}

test('the last 400 pictures are kept, a photo in all its widths as one', async () => {
  using stored = stubCaches();
  using _fetch = stubFetch(() => new Response('picture'));
  for (const width of ['', '/320', '/640']) await show(`/api/media/1${width}`);
  for (let photo = 2; photo <= 400; photo++) await show(`/api/media/${photo}/320`);
  expect(stored.stored('media')).toHaveLength(402);
  await show('/api/avatars/7');
  expect(stored.stored('media')).toHaveLength(400);
  expect(stored.stored('media').slice(0, 2)).toEqual(['/api/media/2/320', '/api/media/3/320']);
});

test('a picture over 1 MB, and one that the server refuses by now, is not kept', async () => {
  using stored = stubCaches();
  let answer = () => new Response('picture');
  using _fetch = stubFetch(() => answer());
  await show('/api/media/1/320');
  expect(stored.stored('media')).toEqual(['/api/media/1/320']);
  answer = () => new Response(null, { status: 404 });
  await show('/api/media/1/320');
  answer = () => new Response(new Uint8Array(1_000_001));
  await show('/api/media/2');
  expect(stored.stored('media')).toEqual([]);
});
