import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LIST_POLL, queryClient } from '../query-client';
import { client } from '../trpc';

type PageParam = { before?: number; limit: number };

/** The first page is what a screen shows at once; further ones are larger, since each is polled as well. */
const FIRST_PAGE = 40;
const FURTHER_PAGE = 200;

/** All messages, or those of one of the caller's boards, newest first, page by page; renewed every 2 s (spec 9). */
export function useMessages(tag: string | undefined, enabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['messages', 'pages', tag ?? null],
    queryFn: ({ pageParam, signal }) =>
      tag === undefined
        ? client.messages.list.query(pageParam, { signal })
        : client.messages.byTag.query({ tag, ...pageParam }, { signal }),
    initialPageParam: { limit: FIRST_PAGE } as PageParam,
    getNextPageParam: (page, _pages, { limit }): PageParam | undefined =>
      page.length < limit ? undefined : { before: page.at(-1)!.id, limit: FURTHER_PAGE },
    enabled,
    ...LIST_POLL,
  });
  const messages = useMemo(() => query.data?.pages.flat(), [query.data]);
  return { ...query, messages };
}

/** Fetches the lists on the screen anew and resolves once they are there, or cannot be had. */
export const listsAreFresh = () => queryClient.invalidateQueries({ queryKey: ['messages'] });
