import { type InfiniteData, replaceEqualDeep, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { ListFilter } from '../../../src/contract/list-filters';
import type { Message } from '../../../src/contract/messages';
import { FIRST_PAGE } from '../../product/first-page';
import { changePages } from '../../product/pending/change';
import { MESSAGE_PAGES, usePending } from '../../product/pending/pending';
import { LIST_POLL, queryClient } from '../../product/query-client';
import { client, responseVersions } from '../../product/trpc';
import { isPinned } from '../card/is-pinned';
import { mergePage } from './merge-page';

/** Large, because after a change every page is fetched again. */
const LATER_PAGE = 200;

const NO_PAGES: Message[][] = [[]];

type Page = Message[];
type PageParam = { before?: number; limit: number };
type Pages = InfiniteData<Page, PageParam>;

/** A page that a change in this browser has replaced is not in this map, so all of it is fetched. */
const polledAfter = new WeakMap<Page, string>();

export function useMessages(tag: string | undefined, enabled: boolean, only?: ListFilter) {
  const first = useRef<{ version?: string; after: string }>(undefined);
  const query = useInfiniteQuery({
    queryKey: [...MESSAGE_PAGES, tag ?? null, ...(only ? [only] : [])],
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
        client.messages.polledPage.query({ tag, only, ...pageParam, after }, { signal });
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
      inOrder(
        pending
          .reduce((changed, change) => changePages(changed, change, { tag, hasMore, takesNew: !only }), pages)
          .flat(),
        tag,
      ),
    [pages, pending, tag, only, hasMore],
  );
  return { ...query, messages, oldest: data?.pages.at(-1)?.at(-1)?.id };
}

/** The first page of a board begins with its pinned messages, which later pages have once more. */
export function inOrder(messages: Message[], tag: string | undefined): Message[] {
  const pinned = new Map(messages.filter((one) => isPinned(one, tag)).map((one) => [one.id, one]));
  if (pinned.size === 0) return messages;
  return [...messages.filter(({ id }) => !pinned.has(id)), ...pinned.values()].sort(
    (one, other) => other.timestamp.localeCompare(one.timestamp) || other.id - one.id,
  );
}

function cachedPages(queryKey: readonly unknown[], { before }: PageParam) {
  const { pages = [], pageParams = [] } = queryClient.getQueryData<Pages>(queryKey) ?? {};
  const afters = new Set(pages.map((page) => polledAfter.get(page)));
  const [after] = afters.size === 1 ? afters : [];
  const page: Page | undefined = pages[pageParams.findIndex((param) => param.before === before)];
  const known = pages.flat();
  const isNew = after === undefined || known.at(-1)?.id === before;
  return { page, known: isNew ? [] : known, after: isNew ? undefined : after };
}

/** An unchanged page stays the same object; comparing 10,000 messages at each poll would be slow. */
const samePages = (old: Pages | undefined, next: Pages) =>
  old?.pages.length === next.pages.length && next.pages.every((page, at) => page === old.pages[at]);
