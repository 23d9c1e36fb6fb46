import { findHashtags, type Hashtag, withoutHashtags } from '../../../src/contract/hashtags';

const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(withoutHashtags(text));

/** A sentence loses a word if a hashtag with words on both sides leaves it. */
export const hashtagsInSentences = (text: string): Hashtag[] =>
  findHashtags(text).filter(({ start, end }) => {
    const line = text.lastIndexOf('\n', start) + 1;
    return hasWord(text.slice(line, start)) && hasWord(text.slice(end).split('\n', 1)[0]!);
  });
