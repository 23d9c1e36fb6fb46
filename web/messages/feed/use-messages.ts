import { type InfiniteData, replaceEqualDeep, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { LIST_POLL, queryClient } from '../../product/query-client';
import { client, responseVersions } from '../../product/trpc';

type PageParam = { before?: number; limit: number };

/** The first page is what a screen shows at once; further ones are larger, since each is fetched anew after a change. */
const FIRST_PAGE = 40;
const FURTHER_PAGE = 200;

type Page = Message[];
type Pages = InfiniteData<Page, PageParam>;

/** All messages, or those of one of the caller's boards, newest first, page by page; renewed every 2 s (spec 9). */
export function useMessages(tag: string | undefined, enabled: boolean) {
  const latest = useRef<string>(undefined);
  const query = useInfiniteQuery({
    queryKey: ['messages', 'pages', tag ?? null],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      const known = queryClient.getQueryData<Pages>(queryKey);
      const before = known?.pages[known.pageParams.findIndex((other) => other.before === pageParam.before)];
      const seen = before && responseVersions.get(before);
      // the first page tells whether anything has changed at all: if not, the others are as they were
      if (pageParam.before && seen && seen === latest.current) return before;
      const fresh =
        tag === undefined
          ? await client.messages.list.query(pageParam, { signal })
          : await client.messages.byTag.query({ tag, ...pageParam }, { signal });
      const page = replaceEqualDeep(before, fresh);
      const version = responseVersions.get(fresh);
      if (version) responseVersions.set(page, version);
      if (!pageParam.before) latest.current = version;
      return page;
    },
    structuralSharing: (before, now) => (samePages(before as Pages, now as Pages) ? before : now),
    initialPageParam: { limit: FIRST_PAGE } as PageParam,
    getNextPageParam: (page, _pages, { limit }): PageParam | undefined =>
      page.length < limit ? undefined : { before: page.at(-1)!.id, limit: FURTHER_PAGE },
    enabled,
    ...LIST_POLL,
  });
  const messages = useMemo(() => query.data?.pages.flat(), [query.data]);
  return { ...query, messages };
}

/** Each page keeps its identity while it is equal, so ten thousand messages are not compared at each poll. */
const samePages = (before: Pages | undefined, now: Pages) =>
  before?.pages.length === now.pages.length && now.pages.every((page, at) => page === before.pages[at]);

/** Fetches the lists on the screen anew and resolves once they are there, or cannot be had. */
export const refetchMessageLists = () => queryClient.invalidateQueries({ queryKey: ['messages'] });
