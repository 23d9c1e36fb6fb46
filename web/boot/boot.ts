import { slug } from '../../src/contract/hashtags';
import { entryFor, FIRST_QUERIES } from '../first-screen';
import { FIRST_PAGE } from '../product/first-page';
import { drawBoards, drawMessages } from './early-view';

/**
 * The script in index.html (docs/architecture.md: A page that opens). It fetches the files and the data of
 * the first screen before any other script has run, and draws the data as soon as they have arrived.
 */

/**
 * Scripts and style sheets of the first screens, by the first segment of the page's path. The build inserts
 * this table.
 */
declare const FILES: Record<string, string[]>;

/** The part of a response to a batch of tRPC calls that this script reads. */
type Results = { result?: { data: never } }[];

const path = location.pathname;
window.firstAnswers = new Map();
const queries = entryFor(FIRST_QUERIES, path).map((calls) => ask(calls));
// ignores errors, such as a path that cannot be decoded or a missing answer, because the app itself reports
// them
askAndDraw().catch(() => {});
preloadFiles();

async function askAndDraw() {
  const page = firstPage();
  if (page) {
    const [list] = await ask(['messages.polledPage'], page);
    drawMessages(list!.result!.data, page.tag);
  } else if (path === '/') {
    const [[, , profile], [privateBoards, sharedBoards, , steps]] = (await Promise.all(queries)) as [
      Results,
      Results,
    ];
    drawBoards(
      profile!.result!.data,
      privateBoards!.result!.data,
      sharedBoards!.result!.data,
      steps!.result!.data,
    );
  }
}

/**
 * Returns the input for the call that fetches the first messages of a list. Returns undefined if the screen
 * has no such list.
 */
function firstPage(): { tag?: string; limit: number } | undefined {
  if (path === '/all-texts') return { limit: FIRST_PAGE };
  const [, name] = /^\/tag\/(?:(?:private|shared)\/)?([^/]+)$/.exec(path) ?? [];
  return name === undefined ? undefined : { tag: slug(decodeURIComponent(name)), limit: FIRST_PAGE };
}

/**
 * Sends queries of the app before the app itself can. The app takes the answer if its own request has the
 * same URL, which means the same calls in the same order with the same input.
 */
function ask(calls: readonly string[], input?: object): Promise<Results> {
  const inputs = encodeURIComponent(JSON.stringify(input ? { 0: input } : {}));
  const url = `/trpc/${calls.join(',')}?batch=1&input=${inputs}`;
  const answer = fetch(url);
  window.firstAnswers?.set(url, answer);
  const results = answer.then((response) => {
    // deletes a refused answer, because the app must not take it after somebody has signed in
    if (!response.ok) window.firstAnswers?.delete(url);
    return response.clone().json();
  });
  results.catch(() => {}); // index.html would show an unhandled rejection as an error of the page
  return results;
}

/**
 * Adds links that preload scripts and style sheets. Otherwise each script would request its imports only
 * after it has run.
 */
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
