import { setImmediate as nextTurn } from 'node:timers/promises';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import { isDamage } from '../../db/search-tables';
import { type App, perApp } from '../app/app';
import { diskErrorOf } from '../app/disk-errors';
import { VisibleError } from '../app/errors';
import { chargeRead, RATE_LIMITS } from '../app/rate-limits';
import { requireBoard } from '../boards/boards';
import { FOUND_MAX, PAGE_MAX } from '../contract/limits';
import type { Message } from '../contract/messages';
import { hasCriteria, parseQuery } from '../contract/query';
import type { CountFoundInput, SearchInput } from '../contract/search';
import { findMessages } from '../messages/find';
import { areMoreThan, exactMatcher, exactWord } from './exact-words';
import { expand, isSimilarWanted, noneSimilar } from './expansion';
import { allOrNone } from './fts';
import { fuse } from './fusion';
import { indexQueued, isIndexBehind } from './index/indexing';
import { isIndexUsable, mendIndex } from './index/mending';
import { CANDIDATES_MAX, readCandidates, sortNewestFirst } from './matching';
import { findByMeaning } from './meaning/meaning';
import { type Plan, planSearch } from './plan';
import { rank, type SimilarMatch, type WordMatches } from './ranking';

/** If there are more, no match is ranked, and the match that was stored last comes first. */
const RANKED_MAX = 1_000;
const ENOUGH = 50;
const INDEXING_MS = 1_000;
const INDEX_BATCH = 20;
/** This wait is shorter than the ten seconds after which an idle connection is closed. */
const TURN_WITHIN_MS = 4_000;

export async function search(app: App, searcher: User, input: SearchInput): Promise<Message[]> {
  chargeRead(app, { 'search by a person': searcher.id });
  return searchUncharged(app, searcher, input);
}

export async function searchUncharged(app: App, searcher: User, input: SearchInput): Promise<Message[]> {
  const limit = input.limit ?? PAGE_MAX;
  const found = await findMended(app, searcher, input, input.before ? RANKED_MAX : limit);
  await nextTurn();
  const last = input.before ? found.findIndex(({ id }) => id === input.before) : -1;
  if (input.before && last < 0) return []; // the message `before` is not found any more
  const page = found.slice(last + 1, last + 1 + limit);
  const similar = new Map(page.map(({ id, similar }) => [id, similar]));
  const messages = findMessages(app, searcher, [...similar.keys()]);
  return messages.map((message) => ({ ...message, similar: similar.get(message.id) }));
}

export async function countFound(
  app: App,
  searcher: User,
  input: CountFoundInput,
): Promise<{ count: number }> {
  chargeRead(app, { 'search by a person': searcher.id });
  const matches = await findMended(app, searcher, { ...input, only: 'matches' }, FOUND_MAX);
  return { count: Math.min(matches.length, FOUND_MAX) };
}

/** Of all pages, with what is similar, up to FOUND_MAX. Not charged, because it goes with a search that was. */
export const countListed = async (app: App, searcher: User, input: SearchInput): Promise<number> =>
  Math.min((await findMended(app, searcher, input, FOUND_MAX)).length, FOUND_MAX);

/** The caller must read the messages with `findMessages`, which checks again who may see them. */
export async function searchIds(
  app: App,
  searcher: User,
  q: string,
  only?: SearchInput['only'],
): Promise<number[]> {
  return (await findMended(app, searcher, { q, only }, RANKED_MAX)).slice(0, RANKED_MAX).map(({ id }) => id);
}

/** `similar`: the words of the message that were taken for searched ones; undefined for a match. */
type Found = { id: number; similar?: string[] };
type Asked = Pick<SearchInput, 'q' | 'board' | 'only'>;

async function findMended(app: App, searcher: User, input: Asked, atLeast: number): Promise<Found[]> {
  try {
    return await findQueried(app, searcher, input, atLeast);
  } catch (error) {
    if (!isDamage(error) || !mendIndex(app.db)) throw error;
    return findQueried(app, searcher, input, atLeast);
  }
}

async function findQueried(app: App, searcher: User, input: Asked, atLeast: number): Promise<Found[]> {
  const query = parseQuery(input.q);
  const board = input.board === undefined ? undefined : requireBoard(app, searcher, input.board);
  if (!hasCriteria(query)) return [];
  if (!isIndexUsable(app.db))
    throw new VisibleError('search_unavailable', 'Search does not work right now. Please try again later.', {
      retryAfter: 60,
    });
  await indexForSearch(app);
  const plan = await planSearch(app, searcher, query, board);
  return plan ? findAll(app, searcher, plan, { atLeast, only: input.only }) : [];
}

/** If the disk is full, the search goes on without these messages. */
async function indexForSearch(app: App): Promise<void> {
  try {
    await drainIndexQueue(app, INDEXING_MS);
  } catch (error) {
    if (!diskErrorOf(error)) throw error;
  }
}

export async function drainIndexQueue(app: App, milliseconds = Number.POSITIVE_INFINITY): Promise<void> {
  const deadline = performance.now() + milliseconds;
  if (!isIndexUsable(app.db)) mendIndex(app.db);
  while (!app.stopping && isIndexBehind(app.db)) {
    transaction(app.db, () => indexQueued(app.db, INDEX_BATCH));
    if (performance.now() > deadline) return;
    await nextTurn();
  }
}

/** Returns at least `atLeast` messages if that many match. Meaning is waited for only if words find little. */
async function findAll(
  app: App,
  searcher: User,
  plan: Plan,
  { atLeast, only }: { atLeast: number; only: SearchInput['only'] },
): Promise<Found[]> {
  const withSimilar = only !== 'matches';
  const { matches, asTyped, similar } = await inTurn(app, searcher, () =>
    findByWords(app, plan, atLeast, { withSimilar }),
  );
  const listed = only === 'similar' ? [] : matches.map((id) => ({ id }));
  if (!withSimilar) return listed;
  const severalWords = plan.words.length > 1;
  const found = matches.length + (severalWords ? similar.complete.filter(isProbablyMeant).length : 0);
  // two words as typed may be in a message by chance
  const mayBeChance = plan.words.length === 2 && asTyped > 0 && isSimilarWanted(matches.length, false);
  const isMeaningWanted = only === 'similar' || mayBeChance || isSimilarWanted(found, severalWords);
  const hits = isMeaningWanted ? await findByMeaning(app, searcher, plan.freeText) : [];
  const known = new Set(matches);
  const fused = fuse(similar, hits.length > 0 ? plan.keep(hits) : [], { hasMatches: matches.length > 0 });
  return [...listed, ...fused.flatMap(({ id, words }) => (known.has(id) ? [] : { id, similar: words }))];

  /** Few typos are in the first letter: who writes `baking` does not mean `making`. */
  function isProbablyMeant({ words }: SimilarMatch): boolean {
    const starts = plan.words.map(({ terms }) => terms[0]?.[0]);
    return words.every((word) => starts.includes(word[0]));
  }
}

const lastSearches = perApp(() => new Map<number, Promise<void>>());

/**
 * Runs `act` after the earlier searches of the same person, so that many searches at once delay other people
 * no longer than one search does.
 */
async function inTurn<T>(app: App, { id }: User, act: () => Promise<T>): Promise<T> {
  const people = lastSearches(app);
  const earlier = people.get(id) ?? Promise.resolve();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const last = earlier.then(() => ended);
  people.set(id, last);
  try {
    if (await isLate(earlier))
      throw new VisibleError('TOO_MANY_REQUESTS', RATE_LIMITS['search by a person'].message, {
        retryAfter: 5,
      });
    return await act();
  } finally {
    end();
    if (people.get(id) === last) last.then(() => people.get(id) === last && people.delete(id));
  }
}

async function isLate(earlier: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(true), TURN_WITHIN_MS);
  try {
    return await Promise.race([earlier.then(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function findByWords(
  app: App,
  plan: Plan,
  atLeast: number,
  options: { withSimilar: boolean },
): Promise<WordMatches> {
  const { vocabularies } = plan;
  const exactly = (matches: number[]): WordMatches => ({
    matches,
    asTyped: matches.length,
    similar: noneSimilar(),
  });
  const listedMax = Math.max(RANKED_MAX, atLeast);
  if (plan.words.length === 0) return exactly(sortNewestFirst(app, await plan.findAny(listedMax)));
  const words = plan.words.map((word) => exactWord(word, vocabularies));
  const expression = plan.expression((scope) =>
    allOrNone(words.map(({ exact }) => exact.get(scope) ?? null)),
  );
  await nextTurn();
  // checking phrases is slow, so a query with phrases finds and ranks fewer messages
  const rankedMax = plan.hasPhrases ? CANDIDATES_MAX : RANKED_MAX;
  // if the query is one word, and certainly more messages contain this word than can be ranked, no message is
  // ranked: then only the messages that are listed must be found
  const [word] = words.length === 1 && !plan.isFiltered ? words : [];
  const isCommon = word !== undefined && areMoreThan(rankedMax, word, vocabularies);
  const limit = Math.max(isCommon ? CANDIDATES_MAX : rankedMax + 1, atLeast + 1);
  const exactIds = await plan.find(expression, limit, { asTyped: true });
  if (isCommon || exactIds.length > rankedMax) return exactly(exactIds.slice(0, listedMax));
  if (exactIds.length < ENOUGH && words.some(({ quoted }) => !quoted))
    return expand(app, plan, words, exactIds, options);
  await nextTurn();
  const matchers = words.map((word) => exactMatcher(word, vocabularies));
  const ranked = await rank(matchers, await readCandidates(app, exactIds));
  const best = ranked.map(({ id }) => id);
  const areAllRanked = best.length === exactIds.length;
  return exactly(areAllRanked ? best : [...new Set([...best, ...sortNewestFirst(app, exactIds)])]);
}
