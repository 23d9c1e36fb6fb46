import type { Message } from '../../src/contract/messages';
import { truncate } from '../ui/truncate';

/** What a dialog shows of the message it asks about: its beginning, or how many files it is. */
export const messageExcerpt = ({ content, media }: Pick<Message, 'content' | 'media'>) =>
  content ? truncate(content) : `${media.length} ${media.length === 1 ? 'file' : 'files'}`;
