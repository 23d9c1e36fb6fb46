import { resolve } from 'node:path';
import { transaction } from '../../db/open';
import type { User } from '../../db/schema';
import type { App } from '../app/app';
import { VisibleError } from '../app/errors';
import type { Board } from '../boards/boards';
import type { ImportLook, ImportOutcome } from '../contract/imports';
import type { Progress } from '../operators/backup/progress';
import { CageEnded } from '../outside/cage/cage';
import { zoneOf } from '../people/time-zone';
import type { Reading } from './caged-files';
import { createReader, type ForeignFiles, type Look, openForeign } from './foreign-files';
import { refusal } from './notes';
import type { ArchivedPerson } from './schemas';
import {
  findOrCreateSharedBoard,
  storeDigests,
  storeFurther,
  storeMarks,
  storePerson,
  storePhone,
} from './store-accounts';
import { boardKey, isStored, storeMessages } from './store-messages';
import { countUnreadable, createTally, REASONS_LISTED } from './tally';
import type { Entries, List } from './wire';

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

const NAMED = 20;
// messages of one turn
const LOOKED_AT = 300;
const STORED = 50;

/**
 * A message that is stored already is not stored again, so an interrupted import can be repeated. The file is
 * read twice: first to check all entries, then to store them.
 */
export const importFile = (app: App, path: string, options: ImportOptions = {}): Promise<ImportResult> =>
  withForeign(path, async (opened) => {
    const look = await lookAt(app, opened, options);
    return store(app, opened, look.notes, { ...options, groups: groupsOf(opened, look, options) });
  });

export const lookAtFile = (app: App, path: string, options: ImportOptions = {}): Promise<Look> =>
  withForeign(path, (opened) => lookAt(app, opened, options));

async function withForeign<T>(path: string, act: (opened: ForeignFiles) => Promise<T>): Promise<T> {
  const reader = createReader();
  try {
    return await act(await openForeign(reader, { name: path, path: resolve(path) }));
  } catch (error) {
    if (!(error instanceof CageEnded)) throw error;
    throw refusal(path, `its reader has ended. ${error.message}`);
  } finally {
    reader.end(new Error('The import has ended.'));
  }
}

function groupsOf({ name: file }: ForeignFiles, { groups, chosen }: ImportLook, { names }: ImportOptions) {
  if (groups.length === 0) return null;
  const list = groups.slice(0, NAMED).map(({ name, notes }) => `${name} (${notes})`);
  const wanted = names?.map((name) => {
    const found = groups.find((group) => group.id === name || group.name === name);
    if (found) return found.id;
    throw refusal(file, `it has nothing of "${name}". It has: ${list.join(', ')}.`);
  });
  const ids = wanted ?? chosen;
  if (ids.length > 0) return ids;
  throw refusal(file, `name the conversations to import with --only. It has: ${list.join(', ')}.`);
}

export async function lookAt(app: App, opened: ForeignFiles, options: ImportOptions): Promise<Look> {
  const { as = null, onlyOwn = false, max = Number.POSITIVE_INFINITY, progress = () => {} } = options;
  const { name, hasAccounts } = opened;
  const reading = toReading(app, options, LOOKED_AT);
  if (hasAccounts && !onlyOwn)
    for (const list of ['people', 'phones', 'boards'] as const)
      for await (const _ of opened.batches(list, reading)) progress('Reading', 0, 0);
  let [count, known] = [0, 0];
  for await (const { entries, look } of opened.batches('messages', reading)) {
    for (const message of entries.map(opened.toImported)) {
      count += 1;
      if (count > max)
        throw refusal(name, `it has more than ${max.toLocaleString('en-US')} notes. Import it in parts.`);
      if (!message.from && !as)
        throw new VisibleError(
          'BAD_REQUEST',
          `${name} does not name the sender of its messages: name the person with --as PHONE.`,
        );
      if (as && (!message.from || message.from === as.phone) && isStored(app, as, message)) known += 1;
    }
    progress('Reading', count, 0);
    if (look) return { ...look, known };
  }
  throw new Error('The reader has ended too early.');
}

export async function store(
  app: App,
  opened: ForeignFiles,
  total: number,
  options: ImportOptions,
): Promise<ImportResult> {
  const { as = null, onlyOwn = false, importId = null, progress = () => {} } = options;
  const result = { messages: 0, known: 0, people: 0, boards: 0 };
  const reading = toReading(app, options, STORED);
  const withAccounts = opened.hasAccounts && !onlyOwn;
  const shared = withAccounts ? await storeAccounts(app, opened, reading, result) : new Map();
  const tally = createTally();
  let seen: Look | undefined;
  for await (const { entries, look } of opened.batches('messages', reading)) {
    const batch = entries.map(opened.toImported);
    const stored = await storeMessages(app, batch, { as, shared, onlyOwn, importId });
    for (const unreadable of stored.unreadable) countUnreadable(tally, unreadable);
    result.messages += stored.messages;
    result.known += batch.length - stored.messages;
    progress('Importing', Math.min(result.messages + result.known, total), total);
    seen = look;
    await nextTurn();
  }
  // boards are pinned last, because a private board does not exist before its first message
  if (withAccounts)
    for await (const { entries } of opened.batches('people', reading))
      for (const person of entries) storeMarks(app, person);
  if (!seen) throw new Error('The reader has ended too early.');
  const { empty, others, unreadable, reasons, leftOut, remarks } = seen;
  return {
    ...result,
    empty,
    others,
    unreadable: unreadable + tally.unreadable,
    reasons: [...reasons, ...tally.reasons].slice(0, REASONS_LISTED),
    ...(leftOut && { leftOut }),
    ...(remarks && { remarks }),
  };
}

function toReading(
  app: App,
  { as = null, onlyOwn = false, groups = null, untagged }: ImportOptions,
  batch: number,
): Reading {
  const phone = as?.phone ?? null;
  return {
    groups,
    untagged,
    now: app.now(),
    zone: as ? zoneOf(app, as) : 'UTC',
    phone,
    only: onlyOwn ? phone : null,
    batch,
  };
}

async function storeAccounts(
  app: App,
  opened: ForeignFiles,
  reading: Reading,
  result: { people: number; boards: number },
): Promise<Map<string, Board>> {
  const shared = new Map<string, Board>();
  const storeAll = async <L extends List>(list: L, store: (entry: Entries[L]) => void) => {
    for await (const { entries } of opened.batches(list, reading))
      transaction(app.db, () => entries.forEach(store));
  };
  const withSettings: ArchivedPerson[] = [];
  await storeAll('people', (person) => {
    if (!storePerson(app, person)) return;
    result.people += 1;
    const { digests, eveningQuestion, givenNames, webhooks } = person;
    if (digests || eveningQuestion || givenNames || webhooks) withSettings.push(person);
  });
  await storeAll('phones', (phone) => storePhone(app, phone));
  await storeAll('boards', (board) => {
    const stored = findOrCreateSharedBoard(app, board);
    shared.set(boardKey(board), stored.board);
    if (stored.isNew) result.boards += 1;
  });
  transaction(app.db, () => {
    for (const person of withSettings) {
      storeDigests(app, person, (board) => shared.get(boardKey(board)));
      storeFurther(app, person);
    }
  });
  return shared;
}

const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
