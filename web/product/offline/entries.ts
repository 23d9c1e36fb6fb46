import type { Message } from '../../../src/contract/messages';
import type { Change } from '../pending/change';
import { asEdited } from '../pending/expected-messages';
import type { Write } from './offline';

type AddInput = Extract<Write, { kind: 'add' }>['input'];
type EditInput = Extract<Write, { kind: 'edit' }>['input'];

/**
 * A file of a kept message. `uploaded` has the id that the server gave the file, and the time of the upload.
 * `uploaded` is null before the upload.
 */
export type KeptFile = { blob: Blob; name: string; uploaded: { id: number; at: number } | null };

/**
 * A write that this browser keeps until the server has carried it out. An earlier attempt may have reached
 * the server already.
 */
export type Entry = {
  /** Number in the order of writing. */
  seq: number;
  /** Id of the user who made the write. */
  account: number;
  /** Id of the message. It is negative until the server has stored the message. */
  id: number;
  /** Time of writing, in milliseconds. */
  at: number;
  /**
   * Time of the first attempt to send the write, in milliseconds. Null if the server surely does not have the
   * write.
   */
  triedAt: number | null;
  /** The reason why the server refused the write. Null while the write waits. */
  refusal: Refusal | null;
  /** True if the person has read the refusal and wants to send the write all the same. */
  insists?: boolean;
} & (
  | { kind: 'add'; input: AddInput; files: KeptFile[]; shown: Message }
  | { kind: 'edit'; input: EditInput; before: Message; after: Message }
  | { kind: 'remove'; before: Message }
);

/**
 * The reason why an entry was refused. `gone`: the message was deleted. `changed`: the message or a board is
 * not what the person has seen. `uncertain`: the entry was sent so long ago that the server can no longer
 * tell whether it arrived. `invalid`: any other reason.
 */
export type Refusal = { why: 'gone' | 'changed' | 'uncertain' | 'invalid'; sentence: string };

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/**
 * Adds a write to the waiting entries. An edit is merged into the last write of the same message if the
 * server surely does not have that write. A deletion replaces all writes of the message that the server
 * surely does not have; if one of these writes adds the message, the deletion is not kept either. A write
 * that the server may have stays as it is, because the server recognises a repeated call only if the call and
 * its idempotency key are the same.
 */
export function withEntry(entries: readonly Entry[], next: Entry): Entry[] {
  const same = entries.filter(({ id, refusal }) => id === next.id && !refusal);
  const last = same.at(-1);
  if (next.kind === 'edit' && last && last.triedAt === null) {
    const merged = merge(last, next);
    if (merged) return entries.map((entry) => (entry === last ? merged : entry));
  }
  if (next.kind !== 'remove') return [...entries, next];
  const unsent = same.filter(({ triedAt }) => triedAt === null);
  const others = entries.filter((entry) => !unsent.includes(entry));
  const first = unsent[0];
  if (first?.kind === 'add') return others;
  return [...others, { ...next, before: first?.kind === 'edit' ? first.before : next.before }];
}

/**
 * Merges a later edit of the same message into an entry. Returns null if one API call cannot do the work of
 * the entry and of the edit.
 */
export function merge(entry: Entry, edit: Of<'edit'>): Entry | null {
  const { input, after } = edit;
  if (entry.kind === 'remove') return null;
  if (entry.kind === 'edit') {
    const merged = { ...entry.input, ...withoutUndefined(input), id: entry.input.id, read: entry.input.read };
    return {
      ...entry,
      at: edit.at,
      after,
      input: { ...merged, expects: expectations(entry, input, after.tags) },
    };
  }
  // a new reply goes to the boards of the message that it answers, so only a separate edit can move the reply
  if (entry.input.replyTo !== undefined && input.tags) return null;
  const { content, tags } = asEdited(entry.shown, input);
  const placed = entry.input.replyTo === undefined ? { tags, hashtags: undefined } : {};
  const { remindAt, remindRule } = withoutUndefined(input);
  return {
    ...entry,
    at: edit.at,
    shown: { ...entry.shown, content, tags },
    input: {
      ...entry.input,
      ...placed,
      content,
      expects: expectations(entry, input, tags),
      ...('remindAt' in input ? { remindAt, remindRule } : {}),
    },
  };
}

/**
 * Returns the boards that the writer expects the tags to stand for. If both inputs name a board for a tag,
 * the later input counts.
 */
function expectations(entry: Of<'add'> | Of<'edit'>, { expects = [] }: EditInput, tags: readonly string[]) {
  const earlier = (entry.input.expects ?? []).filter(
    ({ tag }) => !expects.some((other) => other.tag === tag),
  );
  return [...earlier, ...expects].filter(({ tag }) => tags.includes(tag));
}

const withoutUndefined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

/**
 * Removes an entry that the server has carried out. Later entries about the same message get the id and the
 * state of the stored message. `stored` is null if the message was deleted.
 */
export const withoutSent = (entries: readonly Entry[], sent: Entry, stored: Message | null): Entry[] =>
  entries.flatMap((entry) => {
    if (entry.seq === sent.seq) return [];
    return entry.id === sent.id && stored ? rebase(entry, stored) : entry;
  });

function rebase(entry: Entry, stored: Message): Entry {
  const { id } = stored;
  if (entry.kind === 'remove') return { ...entry, id, before: stored };
  if (entry.kind === 'add') return entry;
  const input = { ...entry.input, id, ...(entry.input.content !== undefined && { read: stored.content }) };
  return { ...entry, id, before: stored, after: asEdited(stored, input), input };
}

/**
 * Puts back an entry that the person has discarded. The entry returns to its old place. If another entry has
 * the same number meanwhile, the returned entry becomes the last one.
 */
export function withEntryBack(entries: readonly Entry[], entry: Entry, nextSeq: number): Entry[] {
  const isTaken = entries.some(({ seq }) => seq === entry.seq);
  return inOrder([...entries, isTaken ? { ...entry, seq: nextSeq } : entry]);
}

/** Returns the text that would be lost if the entry were deleted, or null if it has no text. */
export function textOf(entry: Entry): string | null {
  if (entry.kind === 'remove') return null;
  return (entry.kind === 'add' ? entry.shown : entry.after).content || null;
}

/** Returns the changes that the lists show for entries that wait to be sent, in the order of writing. */
export const changesOf = (entries: readonly Entry[]): Change[] =>
  entries.flatMap((entry) => (entry.refusal ? [] : { moved: [movedBy(entry)] }));

export function movedBy(entry: Entry) {
  if (entry.kind === 'remove') return { before: entry.before, after: null };
  if (entry.kind === 'edit') return { before: entry.before, after: { ...entry.after, kept: true } };
  return { before: null, after: { ...entry.shown, kept: true } };
}

export const inOrder = (entries: Entry[]) => entries.sort((one, other) => one.seq - other.seq);
