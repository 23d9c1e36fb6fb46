import { slug } from '../../src/contract/hashtags';
import { entryFor, FIRST_QUERIES } from '../first-screen';
import { FIRST_PAGE } from '../product/first-page';
import { logOutWaits } from '../product/waiting-log-out';

/** This script is in index.html, so that it runs first (docs/architecture.md: A page that opens). */

declare const FILES: Record<string, string[]>;

const path = location.pathname;
window.firstAnswers = new Map();
if (!logOutWaits()) {
  for (const calls of entryFor(FIRST_QUERIES, path)) ask(calls);
  askForFirstPage();
}
preloadFiles();

function askForFirstPage() {
  if (path === '/all-texts') return ask(['messages.polledPage'], { limit: FIRST_PAGE });
  const [, name] = /^\/tag\/(?:(?:private|shared)\/)?([^/]+)$/.exec(path) ?? [];
  if (name === undefined) return;
  try {
    ask(['messages.polledPage'], { tag: slug(decodeURIComponent(name)), limit: FIRST_PAGE });
  } catch {} // the app itself reports a path that cannot be decoded
}

/** The app takes the answer if its request has the same URL: the same calls, order and input. */
function ask(calls: readonly string[], input?: object): void {
  const inputs = encodeURIComponent(JSON.stringify(input ? { 0: input } : {}));
  const url = `/trpc/${calls.join(',')}?batch=1&input=${inputs}`;
  const answer = fetch(url);
  window.firstAnswers?.set(url, answer);
  answer
    .then((response) => {
      // the app must not take a refused answer after somebody has signed in
      if (!response.ok) window.firstAnswers?.delete(url);
      return response.clone().blob(); // a request whose answer nobody reads never ends
    })
    .catch(() => {}); // index.html would show an unhandled rejection as an error of the page
}

/** Otherwise each script would request its imports only after it has run. */
function preloadFiles() {
  const links = entryFor(FILES, path).map((file) => {
    const kind = file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' };
    return Object.assign(document.createElement('link'), kind, {
      fetchPriority: 'low',
      crossOrigin: '',
      href: `/${file}`,
    });
  });
  document.head.append(...links);
}
