import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withExample } from './example';
import { hashtagSlug } from './hashtags';
import { QUERY_MAX } from './limits';
import { page } from './messages';
import { CLOSENESS, closeness, fold, isUnspaced, type Term, termsIn, termsOfMessage } from './terms';

const WORDS_MAX = 16;
const TERMS_MAX = 32;

/** Input of GET /api/messages/search. `board` is a tag of the caller's to search on; without it, on all boards. */
export const searchInput = withExample(
  z.object({
    ...page.shape,
    q: z._default(z.string(), ''),
    board: z.optional(tagParam),
  }),
  { q: 'ramen #food from:bob' },
);
export type SearchInput = z.infer<typeof searchInput>;

export const embeddingProgress = withExample(
  z.object({
    /** Whether an embedding provider is configured. */
    enabled: z.boolean(),
    running: z.boolean(),
    embedded: z.number(),
    waiting: z.number(),
    processed: z.number(),
    errors: z.number(),
    /** A sentence for operators that says why embedding has stopped; null if it has not. */
    problem: z.nullable(z.string()),
  }),
  { enabled: true, running: true, embedded: 100, waiting: 20, processed: 100, errors: 0, problem: null },
);
export type EmbeddingProgress = z.infer<typeof embeddingProgress>;

export const batchEmbedAnswer = withExample(
  z.object({ processed: z.number(), errors: z.number(), message: z.string() }),
  { processed: 120, errors: 0, message: 'All messages can be found by meaning.' },
);
export type BatchEmbedAnswer = z.infer<typeof batchEmbedAnswer>;

/** A word of a query; or several, written without a space or quoted, which must stand next to each other. */
export type QueryWord = {
  terms: string[];
  /** Written in quotation marks: only the exact words match. */
  quoted: boolean;
  /** Still being typed: the last term also matches as a prefix. */
  unfinished: boolean;
};

/** A parsed query. Times are milliseconds UTC. */
export type SearchQuery = {
  words: QueryWord[];
  excludedWords: QueryWord[];
  tags: string[];
  excludedTags: string[];
  /** Names of people; one of them must be the sender. */
  from: string[];
  excludedFrom: string[];
  after: number | null;
  before: number | null;
  has: ('link' | 'photo')[];
  excludedHas: ('link' | 'photo')[];
  /** Everything that narrows the search, for showing it. */
  filters: QueryFilter[];
  /** The words as written, without the filters: the text to find similar meanings of. */
  freeText: string;
};

/** One filter, phrase or exclusion of a query; `start` and `end` are its range in what was typed. */
export type QueryFilter = {
  kind: 'tag' | 'from' | 'after' | 'before' | 'has' | 'phrase' | 'excluded';
  value: string;
  start: number;
  end: number;
};

/** Groups: minus sign; filter name; its value, quoted or not; a phrase; anything else. */
const PART = /(-?)(?:(from|before|after|has):(?:"([^"]*)"?|([^\s"]+))|"([^"]*)"?|(\S+))/giu;

/** Parses what was typed. Nothing that can be typed is an error (docs/product.md: Search grammar). */
export function parseQuery(typed: string): SearchQuery {
  const text = typed.slice(0, QUERY_MAX).replace(/[“”„«»]/g, '"');
  const query: SearchQuery = {
    words: [],
    excludedWords: [],
    tags: [],
    excludedTags: [],
    from: [],
    excludedFrom: [],
    after: null,
    before: null,
    has: [],
    excludedHas: [],
    filters: [],
    freeText: '',
  };
  for (const part of text.matchAll(PART)) {
    const [whole, minus, name, quotedValue, bareValue, phrase, plain] = part;
    const start = part.index;
    const end = start + whole.length;
    const excluded = minus === '-';
    const value = quotedValue ?? bareValue ?? '';
    if (name && addNamedFilter(query, { name: name.toLowerCase(), value, excluded, start, end })) continue;

    const addFilter = (kind: QueryFilter['kind'], value: string) =>
      query.filters.push({ kind: excluded ? 'excluded' : kind, value, start, end });
    if (plain?.startsWith('#')) {
      const tag = hashtagSlug(plain);
      if (!tag) continue;
      (excluded ? query.excludedTags : query.tags).push(tag);
      addFilter('tag', `#${tag}`);
      continue;
    }
    const written = phrase ?? plain ?? whole.slice(minus?.length);
    const terms = termsIn(written)
      .map(({ word }) => word)
      .slice(0, TERMS_MAX);
    if (terms.length === 0) continue;
    const quoted = phrase !== undefined;
    const unfinished = !quoted && !excluded && end === text.length;
    (excluded ? query.excludedWords : query.words).push({ terms, quoted, unfinished });
    if (!excluded) query.freeText = `${query.freeText} ${written}`.trim();
    if (excluded || quoted) addFilter('phrase', written);
  }
  query.words = query.words.slice(0, WORDS_MAX);
  query.excludedWords = query.excludedWords.slice(0, WORDS_MAX);
  return query;
}

const HAS: ReadonlyMap<string, 'link' | 'photo'> = new Map([
  ['link', 'link'],
  ['links', 'link'],
  ['photo', 'photo'],
  ['photos', 'photo'],
  ['image', 'photo'],
]);

type NamedFilter = { name: string; value: string; excluded: boolean; start: number; end: number };

/** Adds a filter such as `from:bob`. Returns false if it has no meaning and is a word with a colon instead. */
function addNamedFilter(query: SearchQuery, { name, value, excluded, start, end }: NamedFilter): boolean {
  const show = (kind: 'from' | 'has' | 'after' | 'before', value: string) =>
    query.filters.push(
      excluded ? { kind: 'excluded', value: `${kind}:${value}`, start, end } : { kind, value, start, end },
    );
  if (name === 'from') {
    const who = value.trim();
    if (!fold(who)) return false;
    (excluded ? query.excludedFrom : query.from).push(who);
    show('from', who);
    return true;
  }
  if (name === 'has') {
    const what = HAS.get(value.toLowerCase());
    if (!what) return false;
    (excluded ? query.excludedHas : query.has).push(what);
    show('has', what);
    return true;
  }
  const time = startOfDate(value);
  if (time === null || excluded) return false;
  if (name === 'after') query.after = Math.max(time, query.after ?? time);
  else query.before = Math.min(time, query.before ?? time);
  show(name as 'after' | 'before', value);
  return true;
}

/** Returns the start of a day, month or year (UTC), or null if it is not a date. */
function startOfDate(date: string): number | null {
  const [, year, month = '1', day = '1'] =
    /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(date.trim()) ?? [];
  if (!year) return null;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const parsed = new Date(time);
  const exists = parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(day);
  return exists ? time : null;
}

/** Returns whether a query has anything to search for. */
export const hasCriteria = ({ filters, words }: SearchQuery) => filters.length + words.length > 0;

/** A range of a text that matches a query. */
export type Match = { start: number; end: number };

/** Returns the ranges of a text to highlight, in order and not overlapping: the closest matches of each word. */
export function findMatches(text: string, { words }: SearchQuery): Match[] {
  const terms = termsOfMessage(text);
  const matches = words
    .flatMap((word) => [word, ...numberSpellings(word)])
    .flatMap((word) => (word.terms.length === 1 ? matchesOfTerm(word, terms) : matchesOfPhrase(word, terms)));
  const merged: Match[] = [];
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else merged.push({ ...match });
  }
  return merged;
}

function matchesOfTerm({ terms: [searched = ''], quoted }: QueryWord, terms: Term[]): Match[] {
  const compared = terms.map((term) => {
    const value = closeness(searched, term.word);
    return { term, value: quoted && value < CLOSENESS.exact ? 0 : value };
  });
  const best = Math.max(...compared.map(({ value }) => value), 0);
  return compared
    .filter(({ value }) => value > 0 && (value === best || value >= CLOSENESS.substring))
    .map(({ term: { word, start, end } }) => {
      const at = word.indexOf(searched);
      // a part can be highlighted only if folding has kept every letter
      return at < 0 || end - start !== word.length || isUnspaced(word)
        ? { start, end }
        : { start: start + at, end: start + at + searched.length };
    });
}

function matchesOfPhrase(phrase: QueryWord, terms: Term[]): Match[] {
  const words = terms.map((term) => term.word);
  const runsFrom = (minLength: number) =>
    terms.flatMap(({ start }, at) => {
      const length = longestRun(phrase, words, at);
      return length >= minLength ? [{ start, end: terms[at + length - 1]!.end }] : [];
    });
  const whole = runsFrom(phrase.terms.length);
  return whole.length > 0 || phrase.quoted ? whole : runsFrom(minPartialRun(phrase));
}

/** Returns spellings of a number with separators, each a phrase: 1,200 for 1200; (555) 010-9999 for 5550109999. */
export function numberSpellings({ terms: [number = '', ...others], quoted }: QueryWord): QueryWord[] {
  if (quoted || others.length > 0 || !/^\d{4,}$/.test(number)) return [];
  const thousands = number.split(/(?=(?:\d{3})+$)/);
  const phone = /^(1?)(\d{3})?(\d{3})(\d{4})$/.exec(number)?.slice(1).filter(Boolean) ?? [];
  return [thousands, phone]
    .filter((groups) => groups.length > 1)
    .map((terms) => ({ terms, quoted: true, unfinished: false }));
}

/**
 * Returns how many of a phrase's terms stand one after the other in `words`, beginning at index `at`. Unless the
 * phrase is quoted, its first terms may be missing there.
 */
export function longestRun({ terms, quoted, unfinished }: QueryWord, words: string[], at: number): number {
  let longest = 0;
  for (let from = 0; from < (quoted ? 1 : terms.length); from++) {
    let run = 0;
    while (from + run < terms.length && words[at + run] === terms[from + run]) run++;
    const isLast = from + run === terms.length - 1;
    if (unfinished && isLast && words[at + run]?.startsWith(terms.at(-1)!)) run++;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Returns the fewest terms of an unquoted phrase that count as a partial match. */
export const minPartialRun = ({ terms }: QueryWord) => Math.min(2, terms.length - 1);
