import { withoutHashtags } from '../contract/hashtags';
import { findLinks } from '../contract/links';
import { toSingleLine } from '../media/previews/single-line';

export const TITLE_MAX = 120;
/** Longer ones are cut before a sentence is looked for. */
const LINE_MAX = 1000;
const LINE_MARKS = /^(?:[\s>#*+-]|\[[ xX]\]|\d+[.)]\s)+/;

/** The first sentence without links and hashtags; empty if there is none. */
export function titleOf(content: string): string {
  const words = findLinks(content).reduceRight(
    (rest, { start, text }) => rest.slice(0, start) + rest.slice(start + text.length),
    content,
  );
  const lines = withoutHashtags(words).split('\n');
  const line = lines.map((line) => line.replace(LINE_MARKS, '')).find((line) => /[\p{L}\p{N}]/u.test(line));
  return line ? toSingleLine(firstSentence(line.slice(0, LINE_MAX)), TITLE_MAX) : '';
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

const firstSentence = (line: string): string => [...sentences.segment(line)][0]?.segment ?? line;

export const linksIn = (content: string): string[] => [...new Set(findLinks(content).map(({ url }) => url))];
