import { queryClient } from '../query-client';
import { cache } from '../trpc';
import { lost, watchConnection } from './connection';
import { changeEntries, eraseSeen } from './database';
import { keptOf, type Offline } from './offline';
import { account, keep, openChannel, readQueue } from './queue';
import { forgetStored, noteAnswer, revive, reviveStart, storeAnswers, tidy } from './seen';
import { sendKept, stopSending } from './sender';

let started: Promise<void> | undefined;
let stops: (() => void)[] = [];

export function startOffline(): Promise<void> {
  started ??= start().catch((error) => {
    stopOffline();
    throw error;
  });
  return started;
}

export function stopOffline() {
  for (const stop of stops) stop();
  [stops, started] = [[], undefined];
  forgetStored();
  stopSending();
}

async function start() {
  const listening = new AbortController();
  stops = [
    watchConnection({ answered: noteAnswer, missing: (query) => void revive(query) }),
    lost.subscribe(sendIfReachable),
    openChannel(sendIfReachable),
    () => listening.abort(),
  ];
  for (const query of queryClient.getQueryCache().getAll()) noteAnswer(query);
  addEventListener('online', () => void sendKept(), listening);
  addEventListener('pagehide', () => void storeAnswers(), listening);
  document.addEventListener('visibilitychange', () => document.hidden && void storeAnswers(), listening);
  await readQueue();
  sendIfReachable();
  void tidySeen().catch(() => {});
}

const sendIfReachable = () => void (lost.get() || sendKept());

async function tidySeen() {
  const user = account();
  const { tagsWithCounts, sharedWithCounts } = cache.boards;
  const [own, shared] = [tagsWithCounts.getData(), sharedWithCounts.getData()];
  const known = !lost.get() && own && shared;
  const boards = known ? [...own.map(({ tag }) => tag), ...shared.map(({ name }) => name)] : null;
  if (user !== null) await tidy(user, boards);
}

export async function openOffline(): Promise<boolean> {
  lost.set(true);
  if (!(await reviveStart())) return false;
  await startOffline();
  return true;
}

export const offline: Offline = {
  async keep(write, mayBeSent) {
    await startOffline();
    const kept = await keep(write, mayBeSent);
    sendIfReachable();
    return kept;
  },
  async erase(writes) {
    const user = keptOf();
    forgetStored();
    await eraseSeen();
    if (writes && user !== null) await changeEntries(user, () => []);
    await readQueue();
  },
  countUnsent: async () => (await readQueue()).length,
};
