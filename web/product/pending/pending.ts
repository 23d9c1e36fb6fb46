import type { InfiniteData } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Message } from '../../../src/contract/messages';
import { FIRST_PAGE } from '../first-page';
import { isKeptAnswer, type Kept } from '../offline';
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
 * Changes that lists show before the server has answered (docs/product.md: Instant changes). Lists apply
 * them to what they have fetched, so that a poll in between does not bring the old state back.
 */
let pending: readonly Change[] = [];
/** Changes that this browser keeps until there is a connection (docs/product.md: Offline). */
let kept: readonly Change[] = [];
/** All changes that lists show: those of `kept`, then those of `pending`. */
let shown: readonly Change[] = [];
const listeners = new Set<() => void>();

/** Key of the lists of messages in the cache. The tag of the board follows, or null for all messages. */
export const MESSAGE_PAGES = ['messages', 'pages'] as const;
/** Key of the threads in the cache. The id of a message in the thread follows. */
export const MESSAGE_THREADS = ['messages', 'thread'] as const;
/** Key of search results in the cache. The query and the tag of the board follow. */
export const SEARCH_RESULTS = ['search'] as const;

type Shown = {
  /**
   * Writes the change into the cached lists, and starts to fetch the lists again. `stored` is the change as
   * the server has carried it out; the default is the change that was shown.
   */
  commit: (stored?: Change) => Promise<void>;
  /** Takes the change back. */
  rollback: () => void;
};

/**
 * Returns the options of a mutation whose change is shown at once, and is taken back if the call fails.
 * `shown` returns the change to show before the server has answered. `stored` returns the change as the
 * answer of the server describes it; without `stored`, the shown change is kept.
 */
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

/**
 * Shows a change in all lists at once. The caller must call `commit` when the server has made the change, or
 * `rollback` when the call to the server has failed.
 */
export function showAtOnce(change: Change): Shown {
  set([...pending, change]);
  const drop = () => set(pending.filter((other) => other !== change));
  return {
    commit: (stored = change) => commit(change, stored, drop),
    rollback: drop,
  };
}

/**
 * Shows the changes that this browser keeps, in the place of those that it kept before. Leaves out messages that
 * the server has stored meanwhile: they are in the database until the tab that has sent them removes them.
 */
export function showKept(changes: readonly Change[]) {
  kept = changes.filter(({ moved = [] }) => !moved.some((one) => storedIds.has(idOf(one))));
  announce();
}

/**
 * Writes a kept change into the cached lists as the server has stored it, and takes it from the kept ones.
 */
export const commitKept = (change: Moved, stored: Moved): Promise<void> =>
  commit({ moved: [change] }, { moved: [stored] }, () => {
    const id = idOf(change);
    showKept(kept.filter(({ moved = [] }) => !moved.some((other) => idOf(other) === id)));
  });

const idOf = ({ before, after }: Moved) => (before ?? after)?.id;

async function commit(change: Change, stored: Change, drop: () => void) {
  rememberIds(change, stored);
  // the answers of fetches that began before the change would bring the old state back
  await queryClient.cancelQueries({ predicate: ({ queryKey }) => isList(queryKey) });
  writeToCache(stored);
  drop();
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isList(queryKey) });
}

function set(next: readonly Change[]) {
  pending = next;
  announce();
}

function announce() {
  shown = [...kept, ...pending];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the changes that the server has not answered yet, those that are kept first. */
export const usePending = () => useSyncExternalStore(subscribe, () => shown);

/** Ids that messages had before the server stored them, by the ids that the server gave them. */
const firstIds = new Map<number, number>();
/** Ids that messages had before the server stored them. */
const storedIds = new Set<number | undefined>();

function rememberIds(shown: Change, stored: Change) {
  for (const [index, { after }] of (stored.moved ?? []).entries()) {
    const id = shown.moved?.[index]?.after?.id;
    if (!after || id === undefined || id === after.id) continue;
    storedIds.add(id);
    if (!isListed(after.id)) firstIds.set(after.id, id);
  }
}

/** Returns whether a list has the message already, with a card of its own, as after an answer that was lost. */
const isListed = (id: number) =>
  queryClient
    .getQueriesData<InfiniteData<Message[]>>({ queryKey: MESSAGE_PAGES })
    .some(([, data]) => data?.pages.some((page) => page.some((message) => message.id === id)));

/**
 * Returns the id under which a message was first shown, so that its card stays mounted when the message gets
 * another id.
 */
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
  // a message with an unknown tag has made a new board
  for (const { after } of change.moved ?? [])
    for (const tag of after?.tags ?? []) if (after && known && !known.has(tag)) seedPages(tag, after);
  for (const query of queryClient.getQueryCache().findAll({ queryKey: MESSAGE_PAGES })) {
    const tag = (query.queryKey[2] ?? undefined) as string | undefined;
    writePages(query.queryKey, (pages, hasMore) => changePages(pages, change, { tag, hasMore }));
  }
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: MESSAGE_THREADS }))
    queryClient.setQueryData<Message[]>(queryKey, (thread) => thread && changeThread(thread, change));
  for (const query of queryClient.getQueryCache().findAll({ queryKey: SEARCH_RESULTS }))
    writePages(query.queryKey, (pages) => changePages(pages, change, { takesNew: false }));
}

/** Replaces the pages of a cached list. `hasMore` is true if the list has pages that are not loaded. */
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

/** Stores the list of a new board with its only message, so that its page need not wait. */
const seedPages = (tag: string, message: Message) =>
  queryClient.setQueryData<InfiniteData<Message[]>>([...MESSAGE_PAGES, tag], {
    pages: [[message]],
    pageParams: [{ limit: FIRST_PAGE }],
  });
