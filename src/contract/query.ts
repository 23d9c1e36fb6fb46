import { hashtagSlug } from './hashtags';
import { QUERY_MAX } from './limits';
import { fold, termsIn } from './terms';

export type QueryWord = {
  terms: string[];
  quoted: boolean;
  /** True if the user may still be typing the word. */
  unfinished: boolean;
};

export type SearchQuery = {
  words: QueryWord[];
  excludedWords: QueryWord[];
  tags: string[];
  excludedTags: string[];
  from: string[];
  excludedFrom: string[];
  after: number | null;
  before: number | null;
  has: Had[];
  excludedHas: Had[];
  filters: QueryFilter[];
  freeText: string;
  /** Words that the search took for searched ones, such as what a typo means. */
  similar?: ReadonlySet<string>;
};

type Had = 'link' | 'photo' | 'file';

export type QueryFilter = {
  kind: 'tag' | 'from' | 'after' | 'before' | 'in' | 'has' | 'phrase' | 'excluded';
  value: string;
  start: number;
  end: number;
};

const WORDS_MAX = 16;
const TERMS_MAX = 32;

/**
 * The groups are: a minus sign; the name of a filter; its quoted value; its value without quotes; a quoted
 * phrase; anything else.
 */
const PART = /(-?)(?:(from|before|after|in|has):(?:"([^"]*)"?|([^\s"]+))|"([^"]*)"?|(\S+))/giu;

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
    if (plain && /^[#＃]/.test(plain)) {
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

const HAS: ReadonlyMap<string, Had> = new Map([
  ['link', 'link'],
  ['links', 'link'],
  ['photo', 'photo'],
  ['photos', 'photo'],
  ['image', 'photo'],
  ['file', 'file'],
  ['files', 'file'],
]);

type NamedFilter = { name: string; value: string; excluded: boolean; start: number; end: number };

/** Returns false if the value makes no sense for the filter, or if a date filter has a minus sign. */
function addNamedFilter(query: SearchQuery, { name, value, excluded, start, end }: NamedFilter): boolean {
  const show = (kind: 'from' | 'has' | 'after' | 'before' | 'in', value: string) =>
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
  const range = rangeOfDate(value);
  if (range === null || excluded) return false;
  const after = range.start;
  const before = name === 'before' ? range.start : range.end;
  if (name !== 'before') query.after = Math.max(after, query.after ?? after);
  if (name !== 'after') query.before = Math.min(before, query.before ?? before);
  show(name as 'after' | 'before' | 'in', value);
  return true;
}

/** Returns the time of a year, month or day: its first millisecond, and that of the next one. */
function rangeOfDate(date: string): { start: number; end: number } | null {
  const [, year, givenMonth, givenDay] =
    /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(date.trim()) ?? [];
  if (!year) return null;
  const [month, day] = [givenMonth ?? '1', givenDay ?? '1'];
  const after = (years: number, months: number, days: number) =>
    Date.UTC(Number(year) + years, Number(month) - 1 + months, Number(day) + days);
  const time = after(0, 0, 0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, and reads 31 February as 2 or 3 March
  const [exists] = new Date(time).toISOString().split('T');
  const asked = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  if (exists !== asked) return null;
  return { start: time, end: givenDay ? after(0, 0, 1) : givenMonth ? after(0, 1, 0) : after(1, 0, 0) };
}

export const hasCriteria = ({ filters, words }: SearchQuery) => filters.length + words.length > 0;
