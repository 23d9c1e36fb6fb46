import { countOf } from '../../src/contract/counts';
import type { Message } from '../../src/contract/messages';
import { truncate } from '../ui/truncate';

export const messageExcerpt = ({ content, media }: Pick<Message, 'content' | 'media'>) =>
  content ? truncate(content) : countOf(media.length, 'file');
