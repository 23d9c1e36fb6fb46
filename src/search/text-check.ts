import { longestRun } from '../contract/matches';
import type { QueryWord, SearchQuery } from '../contract/query';
import { needsTextCheck } from './fts';
import { type MessageText, termsOf } from './index/message-tokens';

export type TextCheck = (text: MessageText) => boolean;

export function textCheck(query: SearchQuery, exact: QueryWord[]): TextCheck | null {
  const required = [...exact, ...query.words.filter(({ quoted }) => quoted)].filter(needsTextCheck);
  const excluded = query.excludedWords.filter(needsTextCheck);
  if (required.length + excluded.length === 0) return null;
  const contain = required.map(phraseCheck);
  const containNot = excluded.map(phraseCheck);
  return (text) => contain.every((check) => check(text)) && !containNot.some((check) => check(text));
}

/** A regular expression first rules out most ASCII messages without the phrase. */
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
