import type { Message } from '../../../src/contract/messages';
import { readStored } from '../../ui/storage';
import { toast } from '../../ui/toast';
import { isKept } from '../pending/change';
import { type client, isUnreached } from '../trpc';

/** A file of a message that is being added. `id` is null if the file could not be uploaded yet. */
export type NewFile = { id: number | null; file: File };

type AddInput = Parameters<typeof client.messages.add.mutate>[0];
type EditInput = Parameters<typeof client.messages.edit.mutate>[0];

/** A write that is kept in this browser if the server cannot be reached (docs/product.md: Offline). */
export type Write =
  | { kind: 'add'; input: AddInput; files: NewFile[]; shown: Message }
  | { kind: 'edit'; before: Message; after: Message; input: EditInput }
  | { kind: 'remove'; before: Message };

/**
 * Returned in place of the server's answer for a write that this browser keeps until there is a connection.
 */
export type Kept = {
  kept: true;
  /** Deletes the kept write. Returns false if the write was sent meanwhile, or may have been sent. */
  takeBack: () => Promise<boolean>;
};

/** The functions of this folder for code outside of that folder. Their code is fetched at the first use. */
export type Offline = {
  keep: (write: Write, mayBeSent: boolean) => Promise<Kept>;
  /**
   * Deletes what this browser has kept for reading without a connection. If `writes` is true, also deletes
   * the writes that were not sent yet.
   */
  erase: (writes: boolean) => Promise<void>;
  /** Returns how many writes of the signed-in person are not sent yet. */
  countUnsent: () => Promise<number>;
};

let load: () => Promise<Offline> = () => Promise.reject(new Error('Nothing can be kept in this browser.'));

/** Sets the function that fetches the code of this folder. */
export function provideOffline(loader: () => Promise<Offline>) {
  load = loader;
}

/**
 * Sends a write. If the server cannot be reached, keeps the write in this browser and returns `Kept`. Keeps a
 * write without trying to send it if an earlier write to the same message is still kept here, or if the write
 * has files that were not uploaded yet.
 */
export async function sendOrKeep<Answer>(write: Write, send: () => Promise<Answer>): Promise<Answer | Kept> {
  if (mustWait(write)) return (await load()).keep(write, false);
  const wasOnline = navigator.onLine;
  try {
    return await send();
  } catch (error) {
    if (!isUnreached(error)) throw error;
    const mayBeSent = wasOnline || navigator.onLine;
    return load()
      .then(({ keep }) => keep(write, mayBeSent))
      .catch(() => {
        throw error;
      });
  }
}

const mustWait = (write: Write) =>
  write.kind === 'add' ? write.files.some(({ id }) => id === null) : isKept(write.before);

export const isKeptAnswer = (answer: unknown): answer is Kept =>
  answer instanceof Object && 'takeBack' in answer;

/**
 * Shows a toast that says that a write will be sent later. Calls `onUndo` if the person chooses to undo the
 * write.
 */
export const toastKept = (onUndo?: () => void) =>
  toast({
    title: 'Will be sent',
    description: 'There is no connection. This browser keeps it and sends it once there is one.',
    onUndo,
  });

/** Storage key of the id of the user whose data this browser keeps. */
const KEPT_OF = 'tagline:kept-of';

/** Returns the id of the user whose data this browser keeps, or null if there are no such data. */
export const keptOf = (): number | null => readStored<number | null>(KEPT_OF, null);

export const rememberKeptOf = (userId: number) => localStorage.setItem(KEPT_OF, String(userId));

/**
 * Deletes what this browser has kept for reading without a connection. If `writes` is true, also deletes the
 * writes that were not sent yet. Never rejects: if the deletion fails, the next visit tries again.
 */
export async function forgetKept(writes: boolean): Promise<void> {
  if (keptOf() === null) return;
  await load()
    .then(({ erase }) => erase(writes))
    .then(
      () => localStorage.removeItem(KEPT_OF),
      () => {},
    );
}

/** Returns how many writes of the signed-in person are kept in this browser and not sent yet. */
export const countUnsent = (): Promise<number> =>
  keptOf() === null
    ? Promise.resolve(0)
    : load()
        .then((offline) => offline.countUnsent())
        .catch(() => 0);
