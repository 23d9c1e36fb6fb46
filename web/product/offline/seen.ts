import type { InfiniteData, Query } from '@tanstack/react-query';
import { PAGE_MAX } from '../../../src/contract/limits';
import type { Message } from '../../../src/contract/messages';
import { MESSAGE_PAGES, MESSAGE_THREADS } from '../pending/pending';
import { queryClient } from '../query-client';
import { cache } from '../trpc';
import { changeSeen, readAllSeen, readSeen, type Seen } from './database';
import { keptOf, rememberKeptOf } from './offline';

/**
 * Delay before new answers are stored, in milliseconds. Answers that arrive meanwhile are stored with them.
 */
const STORE_EVERY_MS = 5000;
const LIST_MAX = 240;
const KEPT_MAX = { lists: 60, threads: 60, previews: 400, other: 20 };
/** Sessions end after the same time. */
const KEPT_MS = 30 * 86_400_000;

const CALLS = [
  'auth.session',
  'product.get',
  'users.profile',
  'users.firstSteps',
  'boards.tagsWithCounts',
  'boards.sharedWithCounts',
];

type Kind = keyof typeof KEPT_MAX;

export function kindOf(key: readonly unknown[]): Kind | null {
  if (startsWith(key, MESSAGE_PAGES)) return 'lists';
  if (startsWith(key, MESSAGE_THREADS)) return 'threads';
  const path = Array.isArray(key[0]) ? key[0].join('.') : '';
  if (path.startsWith('previews.')) return 'previews';
  return CALLS.includes(path) ? 'other' : null;
}

const startsWith = (key: readonly unknown[], start: readonly unknown[]) =>
  start.every((part, at) => part === key[at]);

const changed = new Map<string, Query>();
const stored = new Map<string, { data: unknown; at: number }>();
let timer: ReturnType<typeof setTimeout> | undefined;

export function noteAnswer(query: Query) {
  if (kindOf(query.queryKey) === null) return;
  changed.set(query.queryHash, query);
  timer ??= setTimeout(storeAnswers, STORE_EVERY_MS);
}

export async function storeAnswers(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const session = cache.auth.session.getData();
  const queries = [...changed.values()];
  changed.clear();
  if (!session?.authenticated || session.userId === null || queries.length === 0) return;
  const account = session.userId;
  const put = queries.flatMap((query) => toSeen(query, account) ?? []);
  rememberKeptOf(account);
  await changeSeen(account, { put, drop: [] }).catch(() => {});
}

function toSeen({ queryKey: key, queryHash: hash, state }: Query, account: number): Seen | null {
  const { data, dataUpdatedAt: at } = state;
  if (data === undefined) return null;
  const before = stored.get(hash);
  // stores an unchanged list at most once a minute, only to update its time
  if (before && before.data === data && at - before.at < 60_000) return null;
  stored.set(hash, { data, at });
  return { account, hash, key, data: startsWith(key, MESSAGE_PAGES) ? beginning(data as Pages) : data, at };
}

type Pages = InfiniteData<unknown[], unknown>;

function beginning({ pages, pageParams }: Pages): Pages {
  let count = 0;
  const enough = pages.findIndex((page) => {
    count += page.length;
    return count >= LIST_MAX;
  });
  const end = enough < 0 ? pages.length : enough + 1;
  return { pages: pages.slice(0, end), pageParams: pageParams.slice(0, end) };
}

export async function tidy(account: number, boards: readonly string[] | null, now = Date.now()) {
  const seen = (await readAllSeen(account)).sort((one, other) => other.at - one.at);
  const counts: Record<string, number> = {};
  const drop = seen.filter(({ key, at }) => {
    const kind = kindOf(key);
    if (kind === null || now - at > KEPT_MS) return true;
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (counts[kind] > KEPT_MAX[kind]) return true;
    const board = kind === 'lists' ? key[2] : null;
    return typeof board === 'string' && boards !== null && !boards.includes(board);
  });
  await changeSeen(account, { put: [], drop: drop.map(({ hash }) => hash) });
}

export async function revive(query: Query): Promise<void> {
  const account = keptOf();
  if (account === null || account !== cache.auth.session.getData()?.userId) return;
  if (kindOf(query.queryKey) === null) return;
  const seen = await readSeen(account, query.queryHash).catch(() => undefined);
  if (seen && query.state.data === undefined) return put(seen);
  const [, board] = kindOf(query.queryKey) === 'lists' ? query.queryKey.slice(1) : [];
  if (seen || typeof board !== 'string') return;
  const messages = (await keptMessages()).filter(({ tags }) => tags.includes(board)).slice(0, PAGE_MAX - 1);
  if (messages.length === 0 || query.state.data !== undefined) return;
  const data: Pages = { pages: [messages], pageParams: [{ limit: messages.length + 1 }] };
  queryClient.setQueryData(query.queryKey, data, { updatedAt: 0 });
}

/** All that this browser has kept of all lists and threads, newest first. */
export async function keptMessages(): Promise<Message[]> {
  const account = keptOf();
  if (account === null) return [];
  const kept = new Map<number, Message>();
  for (const { key, data } of (await readAllSeen(account).catch(() => [])).sort((a, b) => a.at - b.at)) {
    const kind = kindOf(key);
    if (kind !== 'lists' && kind !== 'threads') continue;
    const messages = kind === 'lists' ? (data as Pages).pages.flat() : data;
    for (const message of messages as Message[]) kept.set(message.id, message);
  }
  return [...kept.values()].sort((a, b) => b.timestamp.localeCompare(a.timestamp) || b.id - a.id);
}

function put({ key, hash, data, at }: Seen) {
  stored.set(hash, { data, at });
  queryClient.setQueryData(key, data, { updatedAt: at });
}

export async function reviveStart(): Promise<boolean> {
  const account = keptOf();
  if (account === null) return false;
  const seen = await readAllSeen(account).catch(() => []);
  for (const one of seen) {
    const query = queryClient.getQueryCache().get(one.hash);
    if ((kindOf(one.key) === 'other' || query) && query?.state.data === undefined) put(one);
  }
  return cache.auth.session.getData()?.userId === account;
}

export function forgetStored() {
  clearTimeout(timer);
  timer = undefined;
  changed.clear();
  stored.clear();
}
