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

/** Tries once more with a new connection if the browser has closed this one, such as to forget what it keeps. */
async function inDatabase<T>(act: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  try {
    return await act(await database());
  } catch (error) {
    if (!CLOSED.includes((error as Error).name)) throw error;
    forget();
    return act(await database());
  }
}

const CLOSED = ['UnknownError', 'InvalidStateError'];

export const readEntries = (account: number): Promise<Entry[]> =>
  inDatabase((db) => db.getAllFromIndex('entries', 'account', account));

/** Changes the entries of a user in one transaction, so that two tabs cannot undo each other's changes. */
export const changeEntries = (
  account: number,
  change: (entries: Entry[], nextSeq: number) => readonly Entry[],
): Promise<Entry[]> =>
  inDatabase(async (db) => {
    const tx = db.transaction('entries', 'readwrite', { durability: 'strict' });
    const write = async () => {
      const before = await tx.store.index('account').getAll(account);
      const last = await tx.store.openKeyCursor(null, 'prev');
      const after = change(before, (last?.key ?? 0) + 1);
      const kept = new Set(after.map(({ seq }) => seq));
      await Promise.all([
        ...before.filter(({ seq }) => !kept.has(seq)).map(({ seq }) => tx.store.delete(seq)),
        // an unchanged entry is not written again, because its photos can be large
        ...after.filter((entry) => !before.includes(entry)).map((entry) => tx.store.put(entry)),
      ]);
      return [...after];
    };
    const [after] = await Promise.all([write(), tx.done]);
    return after;
  });

export const readSeen = (account: number, hash: string): Promise<Seen | undefined> =>
  inDatabase((db) => db.get('seen', [account, hash]));

export const readAllSeen = (account: number): Promise<Seen[]> =>
  inDatabase((db) => db.getAllFromIndex('seen', 'account', account));

export const changeSeen = (account: number, { put, drop }: { put: Seen[]; drop: string[] }) =>
  inDatabase(async (db) => {
    const tx = db.transaction('seen', 'readwrite', { durability: 'relaxed' });
    const puts = put.map((seen) => tx.store.put(seen));
    const deletions = drop.map((hash) => tx.store.delete([account, hash]));
    await Promise.all([...puts, ...deletions, tx.done]);
  });

export const eraseSeen = () => inDatabase((db) => db.clear('seen'));
