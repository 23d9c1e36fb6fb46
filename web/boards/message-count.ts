import { countOf } from '../../src/contract/counts';

/** Returns a number of messages in words, such as "1 message" or "1,200 messages". */
export const messageCount = (count: number) => countOf(count, 'message');
