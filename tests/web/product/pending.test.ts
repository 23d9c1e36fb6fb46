import { expect, test } from 'bun:test';
import type { InfiniteData } from '@tanstack/react-query';
import type { Message } from '../../../src/contract/messages';
import { MESSAGE_PAGES, showAtOnce } from '../../../web/product/pending/pending';
import { queryClient } from '../../../web/product/query-client';

const message = (id: number, tag: string) =>
  ({ id, tags: [tag], media: [], timestamp: new Date(id * 1000).toISOString() }) as unknown as Message;

test('an old message that comes to a board waits on a page that is not loaded', async () => {
  const key = [...MESSAGE_PAGES, 'trip'];
  queryClient.setQueryData(key, { pages: [[message(9, 'trip')]], pageParams: [{ limit: 1 }] });
  const moved = [{ before: message(3, 'food'), after: message(3, 'trip') }];
  await showAtOnce({ moved }).commit();
  const { pages } = queryClient.getQueryData<InfiniteData<Message[]>>(key)!;
  expect(pages.flat().map(({ id }) => id)).toEqual([9]);
});
