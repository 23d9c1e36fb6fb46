import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { Board } from '../boards/boards';
import type { ImportLook, ImportOutcome } from '../contract/imports';
import type { Progress } from '../operators/backup/progress';
import { zoneOf } from '../people/time-zone';
import { type Bundle, openBundle } from './bundle';
import type { Accounts, Format, ImportedMessage } from './formats/format';
import { toLook } from './looks';
import { refusal } from './notes';
import { readMessages } from './reading';
import type { ArchivedPerson } from './schemas';
import { findOrCreateSharedBoard, storeDigests, storePerson, storePhone, storePins } from './store-accounts';
import { boardKey, isStored, storeMessages } from './store-messages';
import { countUnreadable, createTally, type Tally } from './tally';

/** `messages`, `people` and `boards` count what is new. */
export type ImportResult = ImportOutcome & { people: number; boards: number };

export type ImportOptions = {
  as?: User | null;
  /** True if only messages of `as` are imported, but no people and no shared boards. */
  onlyOwn?: boolean;
  /** Null for the groups that the format imports by default. */
  groups?: string[] | null;
  names?: string[];
  untagged?: string;
  max?: number;
  importId?: number | null;
  progress?: Progress;
};

const BATCH = 50;
const YIELD_EVERY = 25;
const NAMED = 20;
/** Number of bytes of files after which a batch ends, because some formats keep the files in memory. */
const BATCH_BYTES = 16 * 1024 * 1024;

export type Import = { bundle: Bundle; format: Format } & Disposable;

export async function openImport(path: string): Promise<Import> {
  return toImport(await openBundle(path));
}

export async function toImport(bundle: Bundle): Promise<Import> {
  try {
    // imported here, because the start of the server does not need these 40 modules
    const { recognise } = await import('./formats/formats');
    return { bundle, format: await recognise(bundle), [Symbol.dispose]: bundle.close };
  } catch (error) {
    bundle.close();
    throw error;
  }
}

/**
 * A message that is stored already is not stored again, so an interrupted import can be repeated. The file is
 * read twice: first to check all entries, then to store them.
 */
export async function importFile(app: App, file: string, options: ImportOptions = {}): Promise<ImportResult> {
  using opened = await openImport(file);
  const look = toLook(opened.format, await lookAt(app, opened, options));
  return await store(app, opened, look.notes, { ...options, groups: groupsOf(opened, look, options) });
}

export async function lookAtFile(
  app: App,
  file: string,
  options: ImportOptions = {},
): Promise<ImportLook & { format: string }> {
  using opened = await openImport(file);
  const { format } = opened;
  return { format: format.name, ...toLook(format, await lookAt(app, opened, options)) };
}

function groupsOf({ bundle }: Import, { groups, chosen }: ImportLook, { names }: ImportOptions) {
  if (groups.length === 0) return null;
  const list = groups.slice(0, NAMED).map(({ name, notes }) => `${name} (${notes})`);
  const wanted = names?.map((name) => {
    const found = groups.find((group) => group.id === name || group.name === name);
    if (found) return found.id;
    throw refusal(bundle.name, `it has nothing of "${name}". It has: ${list.join(', ')}.`);
  });
  const ids = wanted ?? chosen;
  if (ids.length > 0) return ids;
  throw refusal(bundle.name, `name the conversations to import with --only. It has: ${list.join(', ')}.`);
}

export async function lookAt(app: App, { bundle, format }: Import, options: ImportOptions): Promise<Tally> {
  const { as = null, onlyOwn = false, max = Number.POSITIVE_INFINITY, progress = () => {} } = options;
  const tally = createTally();
  if (format.accounts && !onlyOwn)
    for (const entries of Object.values(format.accounts(bundle)))
      for await (const _ of (entries as Accounts['people'])());
  let count = 0;
  for await (const message of readAll(app, { bundle, format }, tally, options)) {
    count += 1;
    if (count > max)
      throw refusal(
        bundle.name,
        `it has more than ${max.toLocaleString('en-US')} notes. Import it in parts.`,
      );
    if (!message.from && !as)
      throw new VisibleError(
        'BAD_REQUEST',
        `${bundle.name} does not name the sender of its messages: name the person with --as PHONE.`,
      );
    if (as && (!message.from || message.from === as.phone) && isStored(app, as, message)) tally.known += 1;
    progress('Reading', count, 0);
    if (count % YIELD_EVERY === 0) await nextTurn();
  }
  return tally;
}

export async function store(
  app: App,
  { bundle, format }: Import,
  total: number,
  options: ImportOptions,
): Promise<ImportResult> {
  const { as = null, onlyOwn = false, importId = null, progress = () => {} } = options;
  const result = { messages: 0, known: 0, people: 0, boards: 0 };
  const accounts = format.accounts?.(bundle);
  const shared = accounts && !onlyOwn ? await storeAccounts(app, accounts, result) : new Map();
  const tally = createTally();
  for await (const batch of batches(readAll(app, { bundle, format }, tally, options))) {
    const stored = await storeMessages(app, batch, { as, shared, onlyOwn, importId });
    for (const unreadable of stored.unreadable) countUnreadable(tally, unreadable);
    result.messages += stored.messages;
    result.known += batch.length - stored.messages;
    progress('Importing', Math.min(result.messages + result.known, total), total);
    await nextTurn();
  }
  // boards are pinned last, because a private board does not exist before its first message
  if (accounts && !onlyOwn) for await (const person of accounts.people()) storePins(app, person);
  const { empty, others, unreadable, reasons } = tally;
  return { ...result, empty, others, unreadable, reasons };
}

function readAll(
  app: App,
  { bundle, format }: Omit<Import, keyof Disposable>,
  tally: Tally,
  options: ImportOptions,
) {
  const { as = null, onlyOwn = false, groups = null, untagged } = options;
  return readMessages(
    format,
    format.entries(bundle, { zone: as ? zoneOf(app, as) : 'UTC', phone: as?.phone ?? null, groups }),
    { tally, groups, untagged, now: app.now(), only: onlyOwn ? (as?.phone ?? null) : null },
  );
}

async function storeAccounts(
  app: App,
  { people, phones, boards }: Accounts,
  result: { people: number; boards: number },
): Promise<Map<string, Board>> {
  const shared = new Map<string, Board>();
  const storeAll = async <T extends object>(entries: AsyncIterable<T>, store: (entry: T) => void) => {
    for await (const batch of batches(entries)) transaction(app.db, () => batch.forEach(store));
  };
  const withDigests: ArchivedPerson[] = [];
  await storeAll(people(), (person) => {
    if (!storePerson(app, person)) return;
    result.people += 1;
    if (person.digests) withDigests.push(person);
  });
  await storeAll(phones(), (phone) => storePhone(app, phone));
  await storeAll(boards(), (board) => {
    const stored = findOrCreateSharedBoard(app, board);
    shared.set(boardKey(board), stored.board);
    if (stored.isNew) result.boards += 1;
  });
  transaction(app.db, () => {
    for (const person of withDigests) storeDigests(app, person, (board) => shared.get(boardKey(board)));
  });
  return shared;
}

async function* batches<T extends object>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for await (const item of items) {
    batch.push(item);
    if ('files' in item) bytes += sizeOf(item.files as ImportedMessage['files']);
    if (batch.length < BATCH && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

const sizeOf = (files: ImportedMessage['files']) => files.reduce((sum, { bytes }) => sum + bytes, 0);

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
