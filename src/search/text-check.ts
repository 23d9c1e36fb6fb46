import { longestRun } from '../contract/matches';
import type { QueryWord, SearchQuery } from '../contract/query';
import { type Term, termsIn, termsOfMessage } from '../contract/terms';
import { needsTextCheck } from './fts';

/** `linkText` is the titles and descriptions of the links. */
export type MessageText = { id: number; content: string; linkText: string | null };

/**
 * Returns a check for what the index cannot tell: which words are neighbours. Null if there is nothing to
 * check.
 */
export function textCheck(query: SearchQuery, exact: QueryWord[]): ((text: MessageText) => boolean) | null {
  const required = [...exact, ...query.words.filter(({ quoted }) => quoted)].filter(needsTextCheck);
  const excluded = query.excludedWords.filter(needsTextCheck);
  if (required.length + excluded.length === 0) return null;
  const contain = required.map(phraseCheck);
  const containNot = excluded.map(phraseCheck);
  return (text) => contain.every((check) => check(text)) && !containNot.some((check) => check(text));
}

/**
 * Returns a check for one phrase. A regular expression first rules out most ASCII texts without the phrase:
 * to search "to i" among 20,000 messages with both words takes 48 ms instead of 75 ms.
 */
function phraseCheck(phrase: QueryWord): (text: MessageText) => boolean {
  const letters = phrase.terms.map((term) => [...term].join("'?"));
  const pattern = new RegExp(letters.join('[^a-z0-9]+'), 'i');
  return (text) => {
    if (!text.linkText && !pattern.test(text.content) && PLAIN.test(text.content)) return false;
    const words = termsOf(text).map(({ word }) => word);
    return words.some((_, at) => longestRun(phrase, words, at) === phrase.terms.length);
  };
}

/** Matches ASCII text without `#` and `://`, so without hashtags and addresses that have a scheme. */
const PLAIN = /^(?:[^\x80-\uffff#:]|:(?!\/\/))*$/;

export const termsOf = ({ content, linkText }: MessageText): Term[] => [
  ...termsOfMessage(content),
  ...termsIn(linkText ?? ''),
];
