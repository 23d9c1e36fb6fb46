import { countOf } from '../../src/contract/counts';
import type { Message } from '../../src/contract/messages';
import { truncate } from '../ui/truncate';

/** Returns the beginning of a message, or the number of its files if it has no text. */
export const messageExcerpt = ({ content, media }: Pick<Message, 'content' | 'media'>) =>
  content ? truncate(content) : countOf(media.length, 'file');
