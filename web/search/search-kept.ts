import { findMatches } from '../../src/contract/matches';
import type { Message } from '../../src/contract/messages';
import { parseQuery, type QueryWord, type SearchQuery } from '../../src/contract/query';
import { keptMessages } from '../product/offline/seen';

const HAS = {
  link: ({ content }: Message) => /https?:\/\//i.test(content),
  photo: ({ media }: Message) => media.some(({ type }) => type.startsWith('image/')),
  file: ({ media }: Message) => media.some(({ type }) => !type.startsWith('image/')),
};

/** Searches what this browser has kept; each word must be in the text. */
export async function searchKept(q: string, board: string | undefined): Promise<Message[]> {
  const query = parseQuery(q);
  return (await keptMessages()).filter(
    (message) => (board === undefined || message.tags.includes(board)) && isFound(message, query),
  );
}

export function isFound(message: Message, query: SearchQuery): boolean {
  const { content, tags, media, timestamp } = message;
  const text = [content, ...media.flatMap(({ alt, words }) => [alt, words])].filter(Boolean).join('\n');
  const contains = (word: QueryWord) => findMatches(text, { ...query, words: [word] }).length > 0;
  const isFrom = (who: string) => message.senderDisplayName.toLowerCase().includes(who.toLowerCase());
  const at = Date.parse(timestamp);
  return (
    query.words.every(contains) &&
    !query.excludedWords.some(contains) &&
    query.tags.every((tag) => tags.includes(tag)) &&
    !query.excludedTags.some((tag) => tags.includes(tag)) &&
    query.from.every(isFrom) &&
    !query.excludedFrom.some(isFrom) &&
    query.has.every((what) => HAS[what](message)) &&
    !query.excludedHas.some((what) => HAS[what](message)) &&
    (query.after === null || at >= query.after) &&
    (query.before === null || at < query.before)
  );
}
