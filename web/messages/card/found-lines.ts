import { queryOptions } from '@tanstack/react-query';
import { findMatches } from '../../../src/contract/matches';
import type { PhotoWord, PhotoWords } from '../../../src/contract/media';
import type { SearchQuery } from '../../../src/contract/query';
import { client } from '../../product/trpc';

export const lineText = (line: PhotoWord[]): string => line.map(({ text }) => text).join(' ');

export function bestLine(lines: string[], query: SearchQuery): string | null {
  let best: string | null = null;
  let most = 0;
  for (const line of lines) {
    const matched = findMatches(line, query).reduce((sum, { start, end }) => sum + end - start, 0);
    if (matched > most) [best, most] = [line, matched];
  }
  return best;
}

export function matchingWords({ lines }: PhotoWords, query: SearchQuery): PhotoWord[] {
  return lines.flatMap((line) => {
    const matches = findMatches(lineText(line), query);
    let at = 0;
    return line.filter(({ text }) => {
      const [start, end] = [at, at + text.length];
      at = end + 1;
      return matches.some((match) => match.start < end && match.end > start);
    });
  });
}

export const photoWordsQuery = (id: number) =>
  queryOptions({
    queryKey: ['photo-words', id],
    queryFn: ({ signal }) => client.media.words.query({ id }, { signal }),
  });
