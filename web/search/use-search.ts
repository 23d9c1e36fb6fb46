import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../product/trpc';

/** What is found is looked at from the top: further pages are fetched when somebody gets there. */
const PAGE = 60;

type Asked = { q: string; board: string | undefined };

/** The messages a question finds, best first, page by page. While the next question is asked the last answer stays. */
export function useSearch({ q, board }: Asked) {
  const query = useInfiniteQuery({
    queryKey: ['search', q, board ?? null],
    queryFn: ({ pageParam: before, signal }) =>
      client.search.messages.query({ q, board, before, limit: PAGE }, { signal }),
    enabled: q.trim() !== '', // spec 5
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)!.id),
    placeholderData: keepPreviousData,
  });
  const messages = useMemo(() => query.data?.pages.flat(), [query.data]);
  return { ...query, messages };
}
