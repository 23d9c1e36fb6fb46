import type { Message } from '../../src/contract/messages';
import { shortened } from '../ui/shortened';

/** What a dialog shows of the message it asks about: its beginning, or how many files it is. */
export const inBrief = ({ content, media }: Pick<Message, 'content' | 'media'>) =>
  content ? shortened(content) : `${media.length} ${media.length === 1 ? 'file' : 'files'}`;
