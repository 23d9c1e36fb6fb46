import type { Message } from '../../../src/contract/messages';
import { createStore } from '../../ui/store';
import { isPending, type Moved } from '../pending/change';
import { commitKept, showKept } from '../pending/pending';
import { cache } from '../trpc';
import { changeEntries, readEntries } from './database';
import { changesOf, type Entry, movedBy, withEntry, withoutSent } from './entries';
import { mediaOf, releaseUnused } from './kept-files';
import { bodyOf } from './new-entry';
import { type Kept, rememberKeptOf, type Write } from './offline';

/** Largest number of kept writes. */
const ENTRIES_MAX = 200;
/** Largest total size of the files of all kept writes, in bytes. */
const BYTES_MAX = 200 * 1024 * 1024;

export const kept = createStore<readonly Entry[]>([]);

/** `moved` is the change that the server has stored, if there is one. */
type News = { account: number; moved?: { shown: Moved; stored: Moved } };
let channel: BroadcastChannel | undefined;

export const account = (): number | null => cache.auth.session.getData()?.userId ?? null;

export function openChannel(onNews: () => void): () => void {
  const opened = new BroadcastChannel('tagline:offline');
  channel = opened;
  opened.onmessage = async ({ data }: MessageEvent<News>) => {
    if (data.account !== account()) return;
    if (data.moved) await commitKept(data.moved.shown, data.moved.stored);
    await readQueue();
    onNews();
  };
  return () => opened.close();
}

export async function readQueue(): Promise<readonly Entry[]> {
  const user = account();
  show(user === null ? [] : await readEntries(user));
  return kept.get();
}

function show(next: readonly Entry[]) {
  if (next.length === 0 && kept.get().length === 0) return;
  releaseUnused(next);
  showKept(changesOf(next.map(withMedia)));
  kept.set(next);
}

const withMedia = (entry: Entry): Entry =>
  entry.kind === 'add' ? { ...entry, shown: mediaOf(entry) } : entry;

export async function changeQueue(
  change: (entries: Entry[], nextSeq: number) => readonly Entry[],
  moved?: News['moved'],
): Promise<readonly Entry[]> {
  const user = account();
  if (user === null) throw new Error('Nobody is signed in.');
  show(await changeEntries(user, change));
  channel?.postMessage({ account: user, moved } satisfies News);
  return kept.get();
}

export async function keep(write: Write, mayBeSent: boolean): Promise<Kept> {
  const user = account();
  if (user === null) throw new Error('Nobody is signed in.');
  rememberKeptOf(user);
  const at = Date.now();
  const common = { account: user, at, triedAt: mayBeSent ? at : null, refusal: null };
  const body = await bodyOf(write);
  let replaced: Entry[] = [];
  let seqs: number[] = [];
  await changeQueue((before, seq) => {
    const next = { seq, ...common, ...body } as Entry;
    // negative, as of each message that the server has not stored, and lower than those of all kept messages
    if (next.kind === 'add') next.id = Math.min(-at, ...before.map(({ id }) => id - 1));
    const after = withEntry(before, next);
    if (after.length > ENTRIES_MAX || sizeOf(after) > BYTES_MAX) throw new Error('Too much is kept.');
    replaced = before.filter((entry) => !after.includes(entry));
    seqs = after.filter((entry) => !before.includes(entry)).map((entry) => entry.seq);
    return after;
  });
  return { kept: true, takeBack: () => takeBack(seqs, replaced) };
}

/** If one of the entries to remove was sent, is being sent, or is gone, changes nothing and returns false. */
async function takeBack(seqs: readonly number[], replaced: readonly Entry[]): Promise<boolean> {
  let done = false;
  await changeQueue((now) => {
    const waiting = now.filter(({ seq, triedAt }) => seqs.includes(seq) && triedAt === null);
    done = waiting.length === seqs.length;
    if (!done) return now;
    return [...now.filter((entry) => !waiting.includes(entry)), ...replaced];
  });
  return done;
}

const sizeOf = (entries: readonly Entry[]) =>
  entries
    .flatMap((entry) => (entry.kind === 'add' ? entry.files : []))
    .reduce((bytes, { blob }) => bytes + blob.size, 0);

export async function finish(entry: Entry, stored: Message | null): Promise<void> {
  const shown = movedBy(withMedia(entry)) as Moved;
  const moved = { shown, stored: { before: isPending(entry) ? null : shown.before, after: stored } };
  await commitKept(moved.shown, moved.stored);
  await changeQueue((before) => withoutSent(before, entry, stored), moved);
}
