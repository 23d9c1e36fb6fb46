import { isReachable } from '../../ui/reach';
import { toast } from '../../ui/toast';
import { readEntries } from './database';
import type { Entry } from './entries';
import { account, changeQueue, finish } from './queue';
import { withRefusal } from './refusals';
import { type Failure, failureOf, send } from './sending';

/**
 * Wait before the next attempt while the server cannot be reached, in milliseconds. The wait doubles each
 * time.
 */
const RETRY_MS = 2000;
const RETRY_MAX_MS = 60_000;
/** After that number the write counts as refused. */
const FAILURES_MAX = 8;

let isSending = false;
let unreached = 0;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

export async function sendKept(): Promise<void> {
  const user = account();
  if (isSending || user === null) return;
  isSending = true;
  clearTimeout(timer);
  try {
    await withLock(`tagline:send:${user}`, () => sendAll(user));
  } catch (error) {
    console.warn('What is kept in this browser could not be sent.', error);
  } finally {
    isSending = false;
  }
}

/** If another tab holds it, does nothing, because that tab sends everything. */
async function withLock(name: string, act: () => Promise<void>): Promise<void> {
  // pages without https have no locks; there only the idempotency keys prevent a message from being stored
  // twice
  if (!navigator.locks) return act();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? act() : undefined));
}

async function sendAll(user: number) {
  let sent = 0;
  for (;;) {
    const entry = (await readEntries(user)).find(({ refusal }) => !refusal);
    if (!entry || account() !== user) break;
    // `sendOne` marks the entry as tried, so it is called only if the server could be reached just before
    const failure = (await isReachable()) ? await sendOne(entry) : 'unreached';
    if (!failure) {
      [unreached, failures] = [0, 0];
      sent += 1;
    } else if (!(await settle(entry, failure))) break;
  }
  if (sent > 0)
    toast({ title: sent === 1 ? 'Sent' : `${sent} changes sent`, description: 'The connection is back.' });
}

async function sendOne(waiting: Entry): Promise<Failure | null> {
  const update = async (changes: object) => {
    const now = await changeQueue((before) =>
      before.map((other) => (other.seq === waiting.seq ? { ...other, ...changes } : other)),
    );
    const entry = now.find(({ seq }) => seq === waiting.seq);
    if (!entry) throw new TakenBack();
    return entry;
  };
  try {
    const { entry, stored } = await send(waiting, update);
    await finish(entry, stored);
  } catch (error) {
    if (!(error instanceof TakenBack)) return failureOf(error);
  }
  return null;
}

class TakenBack extends Error {}

async function settle(entry: Entry, failure: Failure): Promise<boolean> {
  if (failure === 'signed out') return false;
  if (failure === 'unreached') {
    tryAgain(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** unreached));
    unreached += 1;
    return false;
  }
  if ('wait' in failure && ++failures < FAILURES_MAX) {
    tryAgain(failure.wait);
    return false;
  }
  failures = 0;
  const refusal =
    'refusal' in failure
      ? failure.refusal
      : { why: 'uncertain' as const, sentence: 'The server could not save it for a long time.' };
  await changeQueue((now) => {
    const current = now.find(({ seq }) => seq === entry.seq);
    return current ? withRefusal(now, current, refusal) : now;
  });
  return true;
}

export function stopSending() {
  clearTimeout(timer);
  [unreached, failures] = [0, 0];
}

function tryAgain(afterMs: number) {
  clearTimeout(timer);
  timer = setTimeout(() => void sendKept(), afterMs);
}
