import type { InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Message } from '../../../src/contract/messages';
import { createStore } from '../../ui/store';
import { FIRST_PAGE } from '../first-page';
import { isKeptAnswer, type Kept } from '../offline/offline';
import { queryClient } from '../query-client';
import { cache } from '../trpc';
import {
  type Change,
  changePages,
  changePrivateBoards,
  changeSharedBoards,
  changeThread,
  type Moved,
} from './change';

/**
 * Each list applies these changes to the messages that it has fetched, so that a poll before the answer does
 * not bring the old state back.
 */
const pending = createStore<readonly Change[]>([]);
const kept = createStore<readonly Change[]>([]);

export function usePending(): readonly Change[] {
  const [now, earlier] = [pending.use(), kept.use()];
  return useMemo(() => [...earlier, ...now], [earlier, now]);
}

/** The tag of a board follows, or null for the list of all messages. */
export const MESSAGE_PAGES = ['messages', 'pages'] as const;
export const MESSAGE_THREADS = ['messages', 'thread'] as const;
export const SEARCH_RESULTS = ['search'] as const;

type Shown = {
  /** `stored` is the change as the server has made it. */
  commit: (stored?: Change) => Promise<void>;
  rollback: () => void;
};

export const optimistic = <Input, Answer>(
  shown: (input: Input) => Change,
  stored?: (answer: Answer, input: Input) => Change,
) => ({
  onMutate: (input: Input) => showAtOnce(shown(input)),
  onSettled(answer: Answer | Kept | undefined, error: unknown, input: Input, change: Shown | undefined) {
    // a kept write is shown by `showKept`
    if (error || isKeptAnswer(answer)) return change?.rollback();
    return change?.commit(stored?.(answer as Answer, input));
  },
});

export function showAtOnce(change: Change): Shown {
  pending.set([...pending.get(), change]);
  const drop = () => pending.set(pending.get().filter((other) => other !== change));
  return {
    commit: (stored = change) => commit(change, stored, drop),
    rollback: drop,
  };
}

/** They replace the changes of the previous call. */
export function showKept(changes: readonly Change[]) {
  kept.set(changes.filter(({ moved = [] }) => !moved.some((one) => storedIds.has(idOf(one)))));
}

export const commitKept = (change: Moved, stored: Moved): Promise<void> =>
  commit({ moved: [change] }, { moved: [stored] }, () => {
    const id = idOf(change);
    showKept(kept.get().filter(({ moved = [] }) => !moved.some((other) => idOf(other) === id)));
  });

const idOf = ({ before, after }: Moved) => (before ?? after)?.id;

async function commit(change: Change, stored: Change, drop: () => void) {
  rememberIds(change, stored);
  // cancels fetches that began before the change, because their answers would bring the old state back
  await queryClient.cancelQueries({ predicate: ({ queryKey }) => isList(queryKey) });
  writeToCache(stored);
  drop();
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) });
}

const firstIds = new Map<number, number>();
const storedIds = new Set<number | undefined>();

function rememberIds(shown: Change, stored: Change) {
  for (const [index, { after }] of (stored.moved ?? []).entries()) {
    const id = shown.moved?.[index]?.after?.id;
    if (!after || id === undefined || id === after.id) continue;
    storedIds.add(id);
    if (!isListed(after.id)) firstIds.set(after.id, id);
  }
}

/** That happens when the server stored the message but its answer was lost. */
const isListed = (id: number) =>
  queryClient
    .getQueriesData<InfiniteData<Message[]>>({ queryKey: MESSAGE_PAGES })
    .some(([, data]) => data?.pages.some((page) => page.some((message) => message.id === id)));

/** Cards use this id as their key, so a card stays mounted when the server gives its message another id. */
export const firstIdOf = (id: number) => firstIds.get(id) ?? id;

const isList = ([first]: readonly unknown[]) =>
  first === MESSAGE_PAGES[0] ||
  first === SEARCH_RESULTS[0] ||
  (Array.isArray(first) && (first[0] === 'boards' || first[0] === 'search'));

function writeToCache(change: Change) {
  const { tagsWithCounts, sharedWithCounts } = cache.boards;
  const sharedNames = sharedWithCounts.getData()?.map(({ name }) => name) ?? [];
  const tags = tagsWithCounts.getData()?.map(({ tag }) => tag);
  const known = tags && new Set([...tags, ...sharedNames]);
  tagsWithCounts.setData(undefined, (boards) => boards && changePrivateBoards(boards, change, sharedNames));
  sharedWithCounts.setData(undefined, (boards) => boards && changeSharedBoards(boards, change));
  // if a message has an unknown tag, a new board was created
  for (const { after } of change.moved ?? [])
    for (const tag of after?.tags ?? []) if (after && known && !known.has(tag)) seedPages(tag, after);
  for (const query of queryClient.getQueryCache().findAll({ queryKey: MESSAGE_PAGES })) {
    const tag = (query.queryKey[2] ?? undefined) as string | undefined;
    const takesNew = !query.queryKey[3]; // which part of a list has the message, only the server knows
    writePages(query.queryKey, (pages, hasMore) => changePages(pages, change, { tag, hasMore, takesNew }));
  }
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: MESSAGE_THREADS }))
    queryClient.setQueryData<Message[]>(queryKey, (thread) => thread && changeThread(thread, change));
  for (const query of queryClient.getQueryCache().findAll({ queryKey: SEARCH_RESULTS }))
    writePages(query.queryKey, (pages) => changePages(pages, change, { takesNew: false }));
}

function writePages(
  queryKey: readonly unknown[],
  changed: (pages: Message[][], hasMore: boolean) => Message[][],
) {
  queryClient.setQueryData<InfiniteData<Message[], { limit: number }>>(queryKey, (data) => {
    if (!data) return undefined;
    const [page, param] = [data.pages.at(-1), data.pageParams.at(-1)];
    const hasMore = page !== undefined && param !== undefined && page.length >= param.limit;
    return { ...data, pages: changed(data.pages, hasMore) };
  });
}

const seedPages = (tag: string, message: Message) =>
  queryClient.setQueryData<InfiniteData<Message[]>>([...MESSAGE_PAGES, tag], {
    pages: [[message]],
    pageParams: [{ limit: FIRST_PAGE }],
  });
