import type { Message, TickInput } from '../../../src/contract/messages';
import { readStored } from '../../ui/storage';
import { toast } from '../../ui/toast';
import { isKept } from '../pending/change';
import type { Reacted } from '../pending/reactions';
import { type client, isUnreached } from '../trpc';

export type NewFile = { id: number | null; file: File };

type AddInput = Parameters<typeof client.messages.add.mutate>[0];
type EditInput = Parameters<typeof client.messages.edit.mutate>[0];
type ReactInput = { id: number } & Reacted;

export type Write =
  | { kind: 'add'; input: AddInput; files: NewFile[]; shown: Message }
  | { kind: 'edit'; before: Message; after: Message; input: EditInput }
  | { kind: 'react'; before: Message; after: Message; input: ReactInput }
  | { kind: 'tick'; before: Message; after: Message; input: TickInput }
  | { kind: 'remove'; before: Message };

export type Kept = {
  kept: true;
  /** Deletes the kept write. Returns false if the write was sent meanwhile, or may have been sent. */
  takeBack: () => Promise<boolean>;
};

export type Offline = {
  keep: (write: Write, mayBeSent: boolean) => Promise<Kept>;
  erase: (writes: boolean) => Promise<void>;
  countUnsent: () => Promise<number>;
};

let load: () => Promise<Offline> = () => Promise.reject(new Error('Nothing can be kept in this browser.'));

export function provideOffline(loader: () => Promise<Offline>) {
  load = loader;
}

/** If the server cannot be reached, keeps the write in this browser and returns `Kept`. */
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

export const toastKept = (onUndo?: () => void) =>
  toast({
    title: 'Will be sent',
    description: 'There is no connection. This browser keeps it and sends it once there is one.',
    onUndo,
  });

const KEPT_OF = 'tagline:kept-of';

export const keptOf = (): number | null => readStored<number | null>(KEPT_OF, null);

export const rememberKeptOf = (userId: number) => localStorage.setItem(KEPT_OF, String(userId));

export async function forgetKept(writes: boolean): Promise<void> {
  if (keptOf() === null) return;
  await load()
    .then(({ erase }) => erase(writes))
    .then(
      () => localStorage.removeItem(KEPT_OF),
      () => {},
    );
}

export const countUnsent = (): Promise<number> =>
  keptOf() === null
    ? Promise.resolve(0)
    : load()
        .then((offline) => offline.countUnsent())
        .catch(() => 0);
