import * as z from 'zod/mini';
import { tagParam } from './boards';
import { hashtagSlug } from './hashtags';
import { QUERY_MAX } from './limits';
import { page } from './messages';
import { CLOSENESS, closeness, fold, isUnspaced, type Term, termsIn, termsOfMessage } from './terms';

const WORDS_MAX = 16;
const TERMS_MAX = 32;

/** GET /api/messages/search. Nothing that can be typed is an error (design 10). `board` is one of the caller's tags. */
export const searchInput = z.object({
  ...page.shape,
  q: z._default(z.string(), ''),
  board: z.optional(tagParam),
});
export type SearchInput = z.infer<typeof searchInput>;

export const embeddingProgress = z.object({
  /** Whether a provider is set up at all. */
  enabled: z.boolean(),
  running: z.boolean(),
  embedded: z.number(),
  waiting: z.number(),
  processed: z.number(),
  errors: z.number(),
  /** What keeps it from going on, in a sentence for the operator; null while all is well. */
  problem: z.nullable(z.string()),
});
export type EmbeddingProgress = z.infer<typeof embeddingProgress>;

export const batchEmbedAnswer = z.object({ processed: z.number(), errors: z.number(), message: z.string() });

/** What was typed without a gap: one word, or several that must stand together. */
export type QueryWord = {
  terms: string[];
  /** In quotation marks: exactly so. */
  quoted: boolean;
  /** The last thing typed, which may be going on. */
  unfinished: boolean;
};

/** A question to search, taken apart. Times are milliseconds UTC. */
export type SearchQuery = {
  words: QueryWord[];
  excludedWords: QueryWord[];
  tags: string[];
  excludedTags: string[];
  /** Any of these people. */
  from: string[];
  excludedFrom: string[];
  after: number | null;
  before: number | null;
  has: ('link' | 'photo')[];
  excludedHas: ('link' | 'photo')[];
  filters: QueryFilter[];
  /** All but the operators, as written: what meaning is asked for. */
  freeText: string;
};

/** An operator for the line above the results; `start` and `end` are where it stands in what was typed. */
export type QueryFilter = {
  kind: 'tag' | 'from' | 'after' | 'before' | 'has' | 'phrase' | 'without';
  value: string;
  start: number;
  end: number;
};

const PART = /(-?)(?:(from|before|after|has):(?:"([^"]*)"?|([^\s"]+))|"([^"]*)"?|(\S+))/giu;

/** The one grammar of the search box, REST and texts (design 10): `#tag from: before: after: has:link|photo "phrase" -word`. */
export function parseQuery(typed: string): SearchQuery {
  const text = typed.slice(0, QUERY_MAX).replace(/[“”„«»]/g, '"');
  const question: SearchQuery = {
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
    const [whole, minus, name, quotedValue, value, phrase, plain] = part;
    const end = part.index + whole.length;
    const note = (kind: QueryFilter['kind'], value: string) =>
      question.filters.push({ kind, value, start: part.index, end });
    const operator = { name: name?.toLowerCase(), value: quotedValue ?? value ?? '', without: minus === '-' };
    if (name && operate(question, operator, note)) continue;
    const written = phrase ?? plain ?? whole.slice(minus?.length);
    if (plain?.startsWith('#')) {
      const tag = hashtagSlug(plain);
      if (!tag) continue;
      (minus ? question.excludedTags : question.tags).push(tag);
      note(minus ? 'without' : 'tag', `#${tag}`);
      continue;
    }
    const terms = termsIn(written)
      .map(({ word }) => word)
      .slice(0, TERMS_MAX);
    if (terms.length === 0) continue;
    const quoted = phrase !== undefined;
    const open = !quoted && !minus && end === text.length;
    (minus ? question.excludedWords : question.words).push({ terms, quoted, unfinished: open });
    if (!minus) question.freeText = `${question.freeText} ${written}`.trim();
    if (minus) note('without', written);
    else if (quoted) note('phrase', written);
  }
  question.words = question.words.slice(0, WORDS_MAX);
  question.excludedWords = question.excludedWords.slice(0, WORDS_MAX);
  return question;
}

const HAS: ReadonlyMap<string, 'link' | 'photo'> = new Map([
  ['link', 'link'],
  ['links', 'link'],
  ['photo', 'photo'],
  ['photos', 'photo'],
  ['image', 'photo'],
]);

/** False when it is no operator after all, but words with a colon. */
function operate(
  question: SearchQuery,
  { name, value, without }: { name: string | undefined; value: string; without: boolean },
  note: (kind: QueryFilter['kind'], value: string) => void,
): boolean {
  if (name === 'from') {
    const who = value.trim();
    if (!fold(who)) return false;
    (without ? question.excludedFrom : question.from).push(who);
    note(without ? 'without' : 'from', without ? `from:${who}` : who);
    return true;
  }
  if (name === 'has') {
    const what = HAS.get(value.toLowerCase());
    if (!what) return false;
    (without ? question.excludedHas : question.has).push(what);
    note(without ? 'without' : 'has', without ? `has:${what}` : what);
    return true;
  }
  const at = startOf(value);
  if (at === null || without) return false;
  if (name === 'after') question.after = Math.max(at, question.after ?? at);
  else question.before = Math.min(at, question.before ?? at);
  note(name as 'after' | 'before', value);
  return true;
}

/** Where a day, month or year begins, UTC. */
function startOf(date: string): number | null {
  const [, year, month = '1', day = '1'] =
    /^(\d{4})(?:[-/.](\d{1,2}))?(?:[-/.](\d{1,2}))?$/.exec(date.trim()) ?? [];
  if (!year) return null;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const real = new Date(at);
  return real.getUTCMonth() === Number(month) - 1 && real.getUTCDate() === Number(day) ? at : null;
}

/** Whether there is anything to search for at all. */
export const hasCriteria = ({ filters: operators, words }: SearchQuery) =>
  operators.length + words.length > 0;

/** A stretch of a text that a question has found. */
export type Match = { start: number; end: number };

/** What of a text the words of a question mean, for marking it: the nearest there is, and nothing twice. */
export function findMatches(text: string, { words }: SearchQuery): Match[] {
  const terms = termsOfMessage(text);
  const matches = words
    .flatMap((word) => [word, ...numberSpellings(word)])
    .flatMap((word) => (word.terms.length === 1 ? alone(word, terms) : together(word, terms)));
  const merged: Match[] = [];
  for (const match of matches.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && match.start <= last.end) last.end = Math.max(last.end, match.end);
    else merged.push({ ...match });
  }
  return merged;
}

function alone({ terms: [searched = ''], quoted }: QueryWord, terms: Term[]): Match[] {
  const near = terms.map((term) => {
    const value = closeness(searched, term.word);
    return { term, value: quoted && value < 1 ? 0 : value };
  });
  const best = Math.max(...near.map(({ value }) => value), 0);
  return near
    .filter(({ value }) => value > 0 && (value === best || value >= CLOSENESS.substring))
    .map(({ term: { word, start, end } }) => {
      const at = word.indexOf(searched);
      // only where folding has kept every letter is its place in the text known
      return at < 0 || end - start !== word.length || isUnspaced(word)
        ? { start, end }
        : { start: start + at, end: start + at + searched.length };
    });
}

function together(word: QueryWord, terms: Term[]): Match[] {
  const words = terms.map((term) => term.word);
  const runs = (least: number) =>
    terms.flatMap(({ start }, at) => {
      const length = longestRun(word, words, at);
      return length >= least ? [{ start, end: terms[at + length - 1]!.end }] : [];
    });
  const whole = runs(word.terms.length);
  return whole.length > 0 || word.quoted ? whole : runs(minPartialRun(word));
}

/** A number as it may be written in groups, of which each is a word: by thousands, and as phones have it. */
export function numberSpellings({ terms: [number = '', ...others], quoted }: QueryWord): QueryWord[] {
  if (quoted || others.length > 0 || !/^\d{4,}$/.test(number)) return [];
  const thousands = number.split(/(?=(?:\d{3})+$)/);
  const phone = /^(1?)(\d{3})?(\d{3})(\d{4})$/.exec(number)?.slice(1).filter(Boolean) ?? [];
  return [thousands, phone]
    .filter((groups) => groups.length > 1)
    .map((terms) => ({ terms, quoted: true, unfinished: false }));
}

/** How many words of what must stand together do so from here on, wherever in it they are. */
export function longestRun(
  { terms: searched, quoted, unfinished: open }: QueryWord,
  words: string[],
  at: number,
): number {
  let best = 0;
  for (let from = 0; from < (quoted ? 1 : searched.length); from++) {
    let run = 0;
    while (from + run < searched.length && words[at + run] === searched[from + run]) run++;
    if (open && from + run === searched.length - 1 && words[at + run]?.startsWith(searched.at(-1)!)) run++;
    best = Math.max(best, run);
  }
  return best;
}

/** Less of it than this means nothing. */
export const minPartialRun = ({ terms }: QueryWord) => Math.min(2, terms.length - 1);
