import type { QueryWord } from './query';

/** What words of a search such as "doctor phone number" may stand for. */
export type DetailKind = 'phone' | 'mail' | 'address';
export const DETAIL_KINDS: readonly DetailKind[] = ['phone', 'mail', 'address'];

const PATTERNS: Record<DetailKind, RegExp> = {
  phone:
    /(?<![\p{L}\p{N}.,:/€$£-]|\p{N} )(?:\+ ?)?\(?\d(?:[ ()./-]{0,2}\d){6,14}\)?(?![\p{L}\p{N}]|[.,:/-]\d)/gu,
  mail: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu,
  address:
    /(?<![\p{L}\p{N}])(?:\d{1,5}[a-z]?,? (?:[\p{L}\p{N}'.-]{1,40} ){1,3}(?:street|st|road|rd|avenue|ave|lane|ln|drive|way|square|sq|place|court|ct|boulevard|blvd|terrace|crescent)|\d{1,5},? (?:rue|avenue|via|calle) \p{L}+|[\p{L}-]{1,40}[ -]?(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse) \d{1,4}[a-z]?)(?![\p{L}\p{N}])/giu,
};

const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?!\d)/;
/** Digits in groups of three are an amount: 1 000 000. */
const AMOUNT = /^\d{1,3}(?:[ .]\d{3})+$/;

export const findDetails = (text: string, kind: DetailKind): { start: number; end: number }[] =>
  [...text.matchAll(PATTERNS[kind])].flatMap(({ 0: found, index }) =>
    kind === 'phone' && (DATE.test(found) || AMOUNT.test(found))
      ? []
      : { start: index, end: index + found.length },
  );

const WORDS: Record<DetailKind, string> = {
  phone: 'phone phones telephone tel mobile cell cellphone number numbers telefon handy nummer telefonnummer',
  mail: 'mail mails email emails address addresses',
  address: 'address addresses adresse anschrift',
};

const kindsNamed = ({ terms: [term = '', ...others], quoted }: QueryWord): DetailKind[] =>
  quoted || others.length > 0 ? [] : DETAIL_KINDS.filter((kind) => WORDS[kind].split(' ').includes(term));

/** A search for nothing but such words, as `phone number`, means the words themselves. */
export const detailKinds = (word: QueryWord, all: QueryWord[]): DetailKind[] =>
  all.some((other) => kindsNamed(other).length === 0) ? kindsNamed(word) : [];

const SHORT_FORMS = [
  ...['doctor dr', 'mister mr', 'professor prof', 'street st str', 'road rd', 'avenue ave', 'number no nr'],
  ...['appointment appt', 'apartment apt', 'department dept', 'telephone tel', 'versus vs'],
].map((words) => words.split(' '));

/** The short forms of a word, and the words that it is a short form of. */
export const otherSpellings = (word: string): string[] =>
  SHORT_FORMS.flatMap(([whole = '', ...short]) =>
    whole === word ? short : short.includes(word) ? [whole] : [],
  );
