import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Entry } from './entries';

const NAME = 'tagline';

export type Seen = {
  account: number;
  hash: string;
  key: readonly unknown[];
  data: unknown;
  /** Time at which the server last confirmed the answer, in milliseconds. */
  at: number;
};

interface Tables extends DBSchema {
  entries: { key: number; value: Entry; indexes: { account: number } };
  seen: { key: [account: number, hash: string]; value: Seen; indexes: { account: number } };
}

let opened: Promise<IDBPDatabase<Tables>> | undefined;

export function database(): Promise<IDBPDatabase<Tables>> {
  opened ??= openDB<Tables>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('entries', { keyPath: 'seq' }).createIndex('account', 'account');
      db.createObjectStore('seen', { keyPath: ['account', 'hash'] }).createIndex('account', 'account');
    },
    // closes the database, because a page that needs a newer version of it would otherwise wait until this
    // page is closed
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  }).catch((error) => {
    forget();
    throw error;
  });
  return opened;
}

function forget() {
  opened = undefined;
}

export const readEntries = async (account: number): Promise<Entry[]> =>
  (await database()).getAllFromIndex('entries', 'account', account);

/** Changes the entries of a user in one transaction, so that two tabs cannot undo each other's changes. */
export async function changeEntries(
  account: number,
  change: (entries: Entry[], nextSeq: number) => readonly Entry[],
): Promise<Entry[]> {
  const tx = (await database()).transaction('entries', 'readwrite', { durability: 'strict' });
  const before = await tx.store.index('account').getAll(account);
  const last = await tx.store.openKeyCursor(null, 'prev');
  const after = change(before, (last?.key ?? 0) + 1);
  const kept = new Set(after.map(({ seq }) => seq));
  for (const { seq } of before) if (!kept.has(seq)) void tx.store.delete(seq);
  // an unchanged entry is not written again, because its photos can be large
  for (const entry of after) if (!before.includes(entry)) void tx.store.put(entry);
  await tx.done;
  return [...after];
}

export const readSeen = async (account: number, hash: string): Promise<Seen | undefined> =>
  (await database()).get('seen', [account, hash]);

export const readAllSeen = async (account: number): Promise<Seen[]> =>
  (await database()).getAllFromIndex('seen', 'account', account);

export async function changeSeen(account: number, { put, drop }: { put: Seen[]; drop: string[] }) {
  const tx = (await database()).transaction('seen', 'readwrite', { durability: 'relaxed' });
  for (const seen of put) void tx.store.put(seen);
  for (const hash of drop) void tx.store.delete([account, hash]);
  await tx.done;
}

export const eraseSeen = async () => (await database()).clear('seen');
