import { longestRun } from '../contract/matches';
import type { QueryWord, SearchQuery } from '../contract/query';
import { type Term, termsIn, termsOfMessage } from '../contract/terms';
import { needsTextCheck } from './fts';

/**
 * A message whose text is checked or ranked. `attachedText` contains the titles and descriptions of the
 * linked pages and films, the words in the photos, and the photos' alternative texts.
 */
export type MessageText = { id: number; content: string; attachedText: string | null };

export type TextCheck = (text: MessageText) => boolean;

/**
 * Returns a function that checks a message for phrases, because the index does not know which words are
 * neighbours. Returns null if there are no phrases to check.
 */
export function textCheck(query: SearchQuery, exact: QueryWord[]): TextCheck | null {
  const required = [...exact, ...query.words.filter(({ quoted }) => quoted)].filter(needsTextCheck);
  const excluded = query.excludedWords.filter(needsTextCheck);
  if (required.length + excluded.length === 0) return null;
  const contain = required.map(phraseCheck);
  const containNot = excluded.map(phraseCheck);
  return (text) => contain.every((check) => check(text)) && !containNot.some((check) => check(text));
}

/**
 * Returns a function that checks a message for one phrase. A regular expression first rules out most ASCII
 * messages without the phrase. A search for "to i" among 20,000 messages with both words then takes 48 ms
 * instead of 75 ms.
 */
function phraseCheck(phrase: QueryWord): TextCheck {
  const letters = phrase.terms.map((term) => [...term].join("'?"));
  const pattern = new RegExp(letters.join('[^a-z0-9]+'), 'i');
  return (text) => {
    if (!text.attachedText && !pattern.test(text.content) && PLAIN.test(text.content)) return false;
    const words = termsOf(text).map(({ word }) => word);
    return words.some((_, at) => longestRun(phrase, words, at) === phrase.terms.length);
  };
}

/**
 * Matches ASCII text that contains neither `#` nor `://`, so no hashtags and no web addresses with a scheme.
 */
const PLAIN = /^(?:[^\x80-\uffff#:]|:(?!\/\/))*$/;

export const termsOf = ({ content, attachedText }: MessageText): Term[] => [
  ...termsOfMessage(content),
  ...termsIn(attachedText ?? ''),
];
