import { type InfiniteData, replaceEqualDeep, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { changePages } from '../../product/pending/change';
import { FIRST_PAGE, MESSAGE_PAGES, usePending } from '../../product/pending/pending';
import { LIST_POLL, queryClient } from '../../product/query-client';
import { client, responseVersions } from '../../product/trpc';

/** Number of messages on each later page: many, because after a change every page is fetched again. */
const LATER_PAGE = 200;

/** An empty list. It is shown for a board that the server does not have yet. */
const NO_PAGES: Message[][] = [[]];

type Page = Message[];
type PageParam = { before?: number; limit: number };
type Pages = InfiniteData<Page, PageParam>;

/**
 * Polls all messages, or those of the board `tag`, newest first and page by page. While nothing changes, a
 * poll costs one request: the version of the first page tells whether the later pages are still current
 * (docs/product.md: Unchanged polls).
 */
export function useMessages(tag: string | undefined, enabled: boolean) {
  const currentVersion = useRef<string>(undefined);
  const query = useInfiniteQuery({
    queryKey: [...MESSAGE_PAGES, tag ?? null],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      const cached = cachedPage(queryKey, pageParam);
      const cachedVersion = cached && responseVersions.get(cached);
      if (pageParam.before && cachedVersion && cachedVersion === currentVersion.current) return cached;
      const fetched =
        tag === undefined
          ? await client.messages.list.query(pageParam, { signal })
          : await client.messages.byTag.query({ tag, ...pageParam }, { signal });
      const page = replaceEqualDeep(cached, fetched);
      const version = responseVersions.get(fetched);
      if (version) responseVersions.set(page, version);
      if (!pageParam.before) currentVersion.current = version;
      return page;
    },
    structuralSharing: (old, next) => (samePages(old as Pages, next as Pages) ? old : next),
    initialPageParam: { limit: FIRST_PAGE } as PageParam,
    getNextPageParam: (page, _pages, { limit }): PageParam | undefined =>
      page.length < limit ? undefined : { before: page.at(-1)!.id, limit: LATER_PAGE },
    enabled,
    ...LIST_POLL,
  });
  const pending = usePending();
  const { data, hasNextPage: hasMore } = query;
  const pages = data?.pages ?? (enabled ? undefined : NO_PAGES);
  const messages = useMemo(
    () =>
      pages &&
      pending.reduce((changed, change) => changePages(changed, change, { tag, hasMore }), pages).flat(),
    [pages, pending, tag, hasMore],
  );
  return { ...query, messages };
}

function cachedPage(queryKey: readonly unknown[], { before }: PageParam): Page | undefined {
  const cached = queryClient.getQueryData<Pages>(queryKey);
  return cached?.pages[cached.pageParams.findIndex((param) => param.before === before)];
}

/**
 * Returns true if the pages are the same objects; a page that has not changed stays the same object.
 * Comparing the content of 10,000 messages at each poll would be slow.
 */
const samePages = (old: Pages | undefined, next: Pages) =>
  old?.pages.length === next.pages.length && next.pages.every((page, at) => page === old.pages[at]);
