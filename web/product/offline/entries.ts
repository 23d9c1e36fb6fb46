import type { Message, TickInput } from '../../../src/contract/messages';
import type { Change } from '../pending/change';
import { asEdited } from '../pending/expected-messages';
import { asTicked } from '../pending/items';
import { asReacted } from '../pending/reactions';
import type { Write } from './offline';

type AddInput = Extract<Write, { kind: 'add' }>['input'];
type EditInput = Extract<Write, { kind: 'edit' }>['input'];
type ReactInput = Extract<Write, { kind: 'react' }>['input'];

/** `uploaded` has the id that the server gave the file, and the time of the upload. */
export type KeptFile = { blob: Blob; name: string; uploaded: { id: number; at: number } | null };

export type Entry = {
  seq: number;
  account: number;
  /** Id of the message. It is negative until the server has stored the message. */
  id: number;
  /** Time of writing, in milliseconds. */
  at: number;
  /** Null if the server surely does not have the write. */
  triedAt: number | null;
  refusal: Refusal | null;
  insists?: boolean;
} & (
  | { kind: 'add'; input: AddInput; files: KeptFile[]; shown: Message }
  | { kind: 'edit'; input: EditInput; before: Message; after: Message }
  | { kind: 'react'; input: ReactInput; before: Message; after: Message }
  | { kind: 'tick'; input: TickInput; before: Message; after: Message }
  | { kind: 'remove'; before: Message }
);

/** The reason why an entry was refused. */
export type Refusal = { why: 'gone' | 'changed' | 'uncertain' | 'invalid'; sentence: string };

type Of<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

/**
 * An edit is merged into the last write of the same message if the server surely does not have that write.
 */
export function withEntry(entries: readonly Entry[], next: Entry): Entry[] {
  const same = entries.filter(({ id, refusal }) => id === next.id && !refusal);
  const last = same.at(-1);
  if (next.kind === 'edit' && last && last.triedAt === null) {
    const merged = merge(last, next);
    if (merged) return entries.map((entry) => (entry === last ? merged : entry));
  }
  if (next.kind === 'react' && last?.kind === 'react' && last.triedAt === null)
    if (last.input.emoji === next.input.emoji && last.input.on !== next.input.on)
      return entries.filter((entry) => entry !== last);
  if (next.kind !== 'remove') return [...entries, next];
  const unsent = same.filter(({ triedAt }) => triedAt === null);
  const others = entries.filter((entry) => !unsent.includes(entry));
  const first = unsent[0];
  if (first?.kind === 'add') return others;
  return [...others, { ...next, before: first && 'before' in first ? first.before : next.before }];
}

export function merge(entry: Entry, edit: Of<'edit'>): Entry | null {
  const { input, after } = edit;
  if (entry.kind === 'remove' || entry.kind === 'react' || entry.kind === 'tick') return null;
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

function expectations(entry: Of<'add'> | Of<'edit'>, { expects = [] }: EditInput, tags: readonly string[]) {
  const earlier = (entry.input.expects ?? []).filter(
    ({ tag }) => !expects.some((other) => other.tag === tag),
  );
  return [...earlier, ...expects].filter(({ tag }) => tags.includes(tag));
}

const withoutUndefined = <T extends object>(input: T): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Later entries about the same message get the id and the state of the stored message. */
export const withoutSent = (entries: readonly Entry[], sent: Entry, stored: Message | null): Entry[] =>
  entries.flatMap((entry) => {
    if (entry.seq === sent.seq) return [];
    return entry.id === sent.id && stored ? rebase(entry, stored) : entry;
  });

function rebase(entry: Entry, stored: Message): Entry {
  const { id } = stored;
  if (entry.kind === 'remove') return { ...entry, id, before: stored };
  if (entry.kind === 'add') return entry;
  if (entry.kind === 'react') return { ...entry, before: stored, after: asReacted(stored, entry.input) };
  if (entry.kind === 'tick') {
    const { item, done } = entry.input;
    return { ...entry, id, before: stored, after: asTicked(stored, item, done), input: { id, item, done } };
  }
  const input = { ...entry.input, id, ...(entry.input.content !== undefined && { read: stored.content }) };
  return { ...entry, id, before: stored, after: asEdited(stored, input), input };
}

/** The entry returns to its old place. */
export function withEntryBack(entries: readonly Entry[], entry: Entry, nextSeq: number): Entry[] {
  const isTaken = entries.some(({ seq }) => seq === entry.seq);
  return inOrder([...entries, isTaken ? { ...entry, seq: nextSeq } : entry]);
}

export function textOf(entry: Entry): string | null {
  if (entry.kind === 'remove' || entry.kind === 'react' || entry.kind === 'tick') return null;
  return (entry.kind === 'add' ? entry.shown : entry.after).content || null;
}

export const changesOf = (entries: readonly Entry[]): Change[] =>
  entries.flatMap((entry) => (entry.refusal ? [] : { moved: [movedBy(entry)] }));

export function movedBy(entry: Entry) {
  if (entry.kind === 'remove') return { before: entry.before, after: null };
  if (entry.kind !== 'add') return { before: entry.before, after: { ...entry.after, kept: true } };
  return { before: null, after: { ...entry.shown, kept: true } };
}

export const inOrder = (entries: Entry[]) => entries.sort((one, other) => one.seq - other.seq);
