import { type Entry, inOrder, merge, type Refusal } from './entries';

/** Later edits of the same message are merged into it, so that the latest text is kept. */
export function withRefusal(entries: readonly Entry[], refused: Entry, refusal: Refusal): Entry[] {
  const isMark = ({ kind }: Entry) => kind === 'react' || kind === 'tick';
  const isLater = (entry: Entry) => entry.id === refused.id && entry.seq > refused.seq && !isMark(entry);
  const later = isMark(refused) ? [] : entries.filter(isLater);
  const others = entries.filter((entry) => entry.seq !== refused.seq && !later.includes(entry));
  const removal = later.find(({ kind }) => kind === 'remove');
  if (removal && refused.kind === 'add') return others;
  if (removal && refused.kind === 'edit')
    return inOrder([...others, { ...removal, before: refused.before } as Entry]);
  const latest = later.reduce(
    (entry, edit) => (edit.kind === 'edit' && merge(entry, edit)) || entry,
    refused,
  );
  return inOrder([...others, { ...latest, refusal, insists: false }]);
}

export function insistOn(entry: Entry, key: string): Entry | null {
  const again = { triedAt: null, refusal: null, insists: true };
  if (entry.refusal?.why === 'invalid') return null;
  if (entry.kind === 'remove' || entry.kind === 'react' || entry.kind === 'tick')
    return { ...entry, ...again };
  if (entry.kind === 'add')
    return { ...entry, ...again, input: { ...entry.input, idempotencyKey: key, expects: undefined } };
  if (entry.refusal?.why !== 'gone')
    return { ...entry, ...again, input: { ...entry.input, read: undefined, expects: undefined } };
  const { content, tags } = entry.after;
  const id = -entry.at;
  return {
    ...{ seq: entry.seq, account: entry.account, at: entry.at, ...again },
    kind: 'add',
    id,
    files: [],
    input: { content, tags, idempotencyKey: key, source: 'ui' },
    shown: {
      ...entry.after,
      id,
      media: [],
      mediaUrl: null,
      mediaType: null,
      replyTo: null,
      quote: null,
      replies: 0,
    },
  };
}
