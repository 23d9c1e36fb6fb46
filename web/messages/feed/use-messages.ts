import { type InfiniteData, replaceEqualDeep, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { Message } from '../../../src/contract/messages';
import { FIRST_PAGE } from '../../product/first-page';
import { changePages } from '../../product/pending/change';
import { MESSAGE_PAGES, usePending } from '../../product/pending/pending';
import { LIST_POLL, queryClient } from '../../product/query-client';
import { client, responseVersions } from '../../product/trpc';
import { mergePage } from './merge-page';

/**
 * Number of messages on each page after the first. The pages are large, because after a change every page is
 * fetched again.
 */
const LATER_PAGE = 200;

/** An empty list, for a board that the server does not have yet. */
const NO_PAGES: Message[][] = [[]];

type Page = Message[];
type PageParam = { before?: number; limit: number };
type Pages = InfiniteData<Page, PageParam>;

/**
 * Maps each page to the value of `after` for its next poll (docs/product.md: Polled pages). If a change in
 * this browser has replaced a page, the new page is not in this map, so all of its messages are fetched.
 */
const polledAfter = new WeakMap<Page, string>();

/**
 * Polls all messages, or the messages of the board `tag`, newest first and page by page. While nothing
 * changes, a poll costs one request: the version of the first page tells whether the later pages are still
 * current (docs/product.md: Unchanged polls).
 */
export function useMessages(tag: string | undefined, enabled: boolean) {
  const first = useRef<{ version?: string; after: string }>(undefined);
  const query = useInfiniteQuery({
    queryKey: [...MESSAGE_PAGES, tag ?? null],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      const { page: cached, known, after } = cachedPages(queryKey, pageParam);
      const cachedVersion = cached && responseVersions.get(cached);
      const isLater = pageParam.before !== undefined;
      // later pages may use the `after` of the first page: the first page was polled before them, so no
      // change is missed
      const earlier = first.current;
      if (isLater && cachedVersion && cachedVersion === earlier?.version) {
        polledAfter.set(cached, earlier.after);
        return cached;
      }
      const ask = (after?: string) =>
        client.messages.polledPage.query({ tag, ...pageParam, after }, { signal });
      const answer = await ask(after);
      const merged = mergePage(known, answer);
      const whole = merged ? answer : await ask();
      const page = replaceEqualDeep(cached, merged ?? whole.messages);
      const version = responseVersions.get(whole);
      if (version) responseVersions.set(page, version);
      if (!isLater) first.current = { version, after: whole.after };
      const base = isLater ? earlier : first.current;
      if (base) polledAfter.set(page, base.after);
      else polledAfter.delete(page);
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

/**
 * Returns three things. `page` is the cached page that begins after the message `before`, if there is one.
 * `known` are all cached messages. `after` is the value for a poll that returns only what has changed since
 * the last poll. `known` is empty and `after` is undefined in two cases: if the cached pages have different
 * values of `after`, or if `before` is the last cached message.
 */
function cachedPages(queryKey: readonly unknown[], { before }: PageParam) {
  const { pages = [], pageParams = [] } = queryClient.getQueryData<Pages>(queryKey) ?? {};
  const afters = new Set(pages.map((page) => polledAfter.get(page)));
  const [after] = afters.size === 1 ? afters : [];
  const page: Page | undefined = pages[pageParams.findIndex((param) => param.before === before)];
  const known = pages.flat();
  const isNew = after === undefined || known.at(-1)?.id === before;
  return { page, known: isNew ? [] : known, after: isNew ? undefined : after };
}

/**
 * Returns true if the pages are the same objects. A page that has not changed stays the same object.
 * Comparing the content of 10,000 messages at each poll would be slow.
 */
const samePages = (old: Pages | undefined, next: Pages) =>
  old?.pages.length === next.pages.length && next.pages.every((page, at) => page === old.pages[at]);
