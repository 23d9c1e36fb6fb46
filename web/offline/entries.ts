import type { Message } from '../../src/contract/messages';
import type { Write } from '../product/offline';
import type { Change } from '../product/pending/change';
import { asEdited } from '../product/pending/expected-messages';

type AddInput = Extract<Write, { kind: 'add' }>['input'];
type EditInput = Extract<Write, { kind: 'edit' }>['input'];

/** A file of a kept message. `uploaded` is what the server has answered about it, at the time `at`. */
export type KeptFile = { blob: Blob; name: string; uploaded: { id: number; at: number } | null };

/** A write that this browser keeps until the server has carried it out. It may have been sent before. */
export type Entry = {
  /** Number in the order of writing. */
  seq: number;
  /** Id of the user who wrote it. */
  account: number;
  /** Id of the message. It is negative until the server has stored the message. */
  id: number;
  /** Time of writing, in milliseconds. */
  at: number;
  /** Time at which it was first sent, perhaps in vain. Null if the server cannot have it. */
  triedAt: number | null;
  /** The reason for which the server refused it. Null while it waits. */
  refusal: Refusal | null;
  /** True if the person has read the refusal and wants it all the same. */
  insists?: boolean;
} & (
  | { kind: 'add'; input: AddInput; files: KeptFile[]; shown: Message }
  | { kind: 'edit'; input: EditInput; before: Message; after: Message }
  | { kind: 'remove'; before: Message }
);

/**
 * The reason for which an entry was not sent. `gone`: the message was deleted. `changed`: the message or a
 * board is not what the person has seen. `uncertain`: it was sent so long ago that the server no longer knows
 * whether it came. `invalid`: anything else.
 */
export type Refusal = { why: 'gone' | 'changed' | 'uncertain' | 'invalid'; sentence: string };

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/**
 * Adds a write to those that wait. If the server cannot have the last write of the same message yet, an edit
 * becomes part of that write. A deletion takes the place of all writes of the message that the server cannot
 * have yet; nothing is left if the addition is one of them. A write that the server perhaps has stays as it
 * is, because only the same call with the same idempotency key is carried out once.
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

/** Returns an entry together with a later edit of the same message, or null if they cannot be one call. */
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
  // a reply goes to the boards of the message that it answers; only an edit can move it
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

/** Returns which boards the writer expects the tags to mean: by the later input, else by the earlier one. */
function expectations(entry: Of<'add'> | Of<'edit'>, { expects = [] }: EditInput, tags: readonly string[]) {
  const earlier = (entry.input.expects ?? []).filter(
    ({ tag }) => !expects.some((other) => other.tag === tag),
  );
  return [...earlier, ...expects].filter(({ tag }) => tags.includes(tag));
}

const withoutUndefined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

/**
 * Removes an entry that the server has carried out. Later entries about its message get the id and the state
 * that the message has now; `stored` is null if it was deleted.
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

/** Puts back an entry that the person has discarded: in its place, or at the end if that is taken. */
export function withEntryBack(entries: readonly Entry[], entry: Entry, nextSeq: number): Entry[] {
  const isTaken = entries.some(({ seq }) => seq === entry.seq);
  return inOrder([...entries, isTaken ? { ...entry, seq: nextSeq } : entry]);
}

/** Returns the text that would be lost with an entry, or null if there is none. */
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
