import { countOf } from '../../src/contract/counts';

/** Formats a number of messages as "1 message" or "1,200 messages". */
export const messageCount = (count: number) => countOf(count, 'message');
