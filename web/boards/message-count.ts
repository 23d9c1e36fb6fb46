import { countOf } from '../../src/contract/counts';

export const messageCount = (count: number) => countOf(count, 'message');
