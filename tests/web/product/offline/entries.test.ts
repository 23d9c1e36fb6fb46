import { expect, test } from 'bun:test';
import type { Message } from '../../../../src/contract/messages';
import {
  changesOf,
  type Entry,
  textOf,
  withEntry,
  withoutSent,
} from '../../../../web/product/offline/entries';
import { insistOn, withRefusal } from '../../../../web/product/offline/refusals';
import { mergeTags } from '../../../../web/product/offline/sending';

const message = (id: number, content: string, tags = ['food']) =>
  ({ id, content, tags, media: [], replies: 0, timestamp: '2026-01-31T12:00:00.000Z' }) as unknown as Message;

const common = { account: 1, at: 5, triedAt: null as number | null, refusal: null };

const added = (seq: number, id: number, content: string, more: object = {}): Entry => ({
  ...{ ...common, seq, id, kind: 'add', files: [], shown: message(id, content) },
  input: { content, tags: ['food'], expects: [{ tag: 'food', boardId: null }], idempotencyKey: `key ${seq}` },
  ...more,
});

const edited = (seq: number, before: Message, content: string, more: object = {}): Entry => ({
  ...{ ...common, seq, id: before.id, kind: 'edit', before, after: { ...before, content } },
  input: { id: before.id, content, read: before.content },
  ...more,
});

const removed = (seq: number, before: Message): Entry => ({
  ...common,
  seq,
  id: before.id,
  kind: 'remove',
  before,
});

const kinds = (entries: Entry[]) => entries.map(({ kind, id }) => `${kind} ${id}`);

test('an edit of a message that was never sent becomes part of it', () => {
  const first = added(1, -10, 'Ramen');
  const [entry, ...others] = withEntry([first], edited(2, message(-10, 'Ramen'), 'Udon #soup'));
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    seq: 1,
    kind: 'add',
    input: { content: 'Udon', tags: ['food', 'soup'], idempotencyKey: 'key 1' },
    shown: { content: 'Udon', tags: ['food', 'soup'] },
  });
});

test('deleting a message that was never sent leaves nothing to send', () => {
  const entries = [added(1, -10, 'Ramen'), added(2, -11, 'Stays')];
  expect(kinds(withEntry(entries, removed(3, message(-10, 'Ramen'))))).toEqual(['add -11']);
});

test('a message that was perhaps sent stays as it was, and later writes follow it', () => {
  const sent = added(1, -10, 'Ramen', { triedAt: 9 });
  const withEdit = withEntry([sent], edited(2, message(-10, 'Ramen'), 'Udon'));
  expect(withEdit[0]).toBe(sent);
  expect(kinds(withEdit)).toEqual(['add -10', 'edit -10']);
  expect(kinds(withEntry(withEdit, removed(3, message(-10, 'Udon'))))).toEqual(['add -10', 'remove -10']);
});

test('two edits of a message are sent as one, from the text that was first read', () => {
  const stored = message(7, 'Ramen');
  const twice = withEntry(
    [edited(1, stored, 'Udon')],
    edited(2, message(7, 'Udon'), 'Soba', { input: { id: 7, content: 'Soba', read: 'Udon' } }),
  );
  expect(twice).toMatchObject([
    {
      seq: 1,
      before: { content: 'Ramen' },
      after: { content: 'Soba' },
      input: { content: 'Soba', read: 'Ramen' },
    },
  ]);
});

test('a deletion after an edit is sent alone, and knows the text that was stored', () => {
  const entries = withEntry([edited(1, message(7, 'Ramen'), 'Udon')], removed(2, message(7, 'Udon')));
  expect(entries).toMatchObject([{ kind: 'remove', before: { content: 'Ramen' } }]);
});

test('a reply that is moved to another board keeps an edit of its own', () => {
  const reply = added(1, -10, 'Yes', { input: { content: 'Yes', replyTo: 3 } });
  const words = withEntry([reply], edited(2, message(-10, 'Yes'), 'No'));
  expect(words).toMatchObject([{ input: { content: 'No', replyTo: 3 } }]);
  const move = edited(2, message(-10, 'Yes'), 'Yes', { input: { id: -10, tags: ['trip'] } });
  expect(kinds(withEntry([reply], move))).toEqual(['add -10', 'edit -10']);
});

test('later writes get the id that the server has given a message', () => {
  const sent = added(1, -10, 'Ramen', { triedAt: 9 });
  const entries = [sent, edited(2, message(-10, 'Ramen'), 'Udon'), added(3, -11, 'Other')];
  expect(withoutSent(entries, sent, message(42, 'Ramen'))).toMatchObject([
    {
      seq: 2,
      id: 42,
      input: { id: 42, content: 'Udon', read: 'Ramen' },
      before: { id: 42 },
      after: { id: 42 },
    },
    { seq: 3, id: -11 },
  ]);
});

test('a refused message is not shown in lists, and keeps the latest text', () => {
  const sent = added(1, -10, 'Ramen', { triedAt: 9 });
  const refusal = { why: 'changed', sentence: '#food is shared now.' } as const;
  const entries = withRefusal([sent, edited(2, message(-10, 'Ramen'), 'Udon')], sent, refusal);
  expect(entries).toMatchObject([{ seq: 1, refusal, input: { content: 'Udon' } }]);
  expect(textOf(entries[0]!)).toBe('Udon');
  expect(changesOf(entries)).toEqual([]);
  expect(withRefusal([sent, removed(2, message(-10, 'Ramen'))], sent, refusal)).toEqual([]);
});

test('a deletion stands though the edit before it was refused', () => {
  const edit = edited(1, message(7, 'Ramen'), 'Udon', { triedAt: 9 });
  const entries = withRefusal([edit, removed(2, message(7, 'Udon'))], edit, { why: 'changed', sentence: '' });
  expect(entries).toMatchObject([{ kind: 'remove', before: { content: 'Ramen' }, refusal: null }]);
});

test('a text whose message was deleted can be sent as a new message, with a new key', () => {
  const edit = edited(1, message(7, 'Ramen'), 'Udon', { refusal: { why: 'gone', sentence: '' }, triedAt: 9 });
  expect(insistOn(edit, 'new')).toMatchObject({
    kind: 'add',
    id: -5,
    triedAt: null,
    refusal: null,
    input: { content: 'Udon', tags: ['food'], idempotencyKey: 'new' },
  });
});

test('a message sent again after its board has changed accepts any board of that tag', () => {
  const entry = added(1, -10, 'Ramen', { refusal: { why: 'changed', sentence: '' }, triedAt: 9 });
  const again = insistOn(entry, 'new') as Extract<Entry, { kind: 'add' }>;
  expect(again.input).toEqual({
    content: 'Ramen',
    tags: ['food'],
    expects: undefined,
    idempotencyKey: 'new',
  });
  expect(insistOn({ ...entry, refusal: { why: 'invalid', sentence: '' } }, 'new')).toBeNull();
});

test('lists show what waits: a new message, an edit, and that a message is deleted', () => {
  const [add, edit, remove] = changesOf([
    added(1, -10, 'Ramen'),
    edited(2, message(7, 'Old'), 'New'),
    removed(3, message(8, 'Gone')),
  ]);
  expect(add?.moved).toMatchObject([{ before: null, after: { content: 'Ramen', kept: true } }]);
  expect(edit?.moved).toMatchObject([{ before: { content: 'Old' }, after: { content: 'New', kept: true } }]);
  expect(remove?.moved).toMatchObject([{ before: { content: 'Gone' }, after: null }]);
});

test('tags that another device has changed meanwhile stay as that device left them', () => {
  expect(mergeTags(['food'], ['food', 'trip'], ['home'])).toEqual(['home', 'trip']);
  expect(mergeTags(['food', 'trip'], ['trip'], ['food', 'trip', 'new'])).toEqual(['trip', 'new']);
  expect(mergeTags(['food'], ['food', 'trip'], ['food', 'trip'])).toEqual(['food', 'trip']);
});

const reacted = (seq: number, before: Message, emoji: string, on = true): Entry => ({
  ...{ ...common, seq, id: before.id, kind: 'react', before, after: before },
  input: { id: before.id, emoji, on },
});

test('reactions follow other writes of a message, and one that is taken back is never sent', () => {
  const ramen = message(7, 'Ramen');
  const first = withEntry([edited(1, ramen, 'Udon')], reacted(2, ramen, '👍'));
  const two = withEntry(withEntry(first, reacted(3, ramen, '🎉')), edited(4, ramen, 'Soba'));
  expect(kinds(two)).toEqual(['edit 7', 'react 7', 'react 7', 'edit 7']);
  expect(withEntry(first, reacted(3, ramen, '👍', false))).toEqual([first[0]!]);
  const stored = {
    ...message(7, 'Udon'),
    reactions: [{ emoji: '🎉', count: 1, mine: false, people: ['Bob'] }],
  };
  const [next, , last] = withoutSent(two, two[0]!, stored);
  expect(next).toMatchObject({ after: { content: 'Udon', reactions: [{ emoji: '🎉' }, { emoji: '👍' }] } });
  expect(last).toMatchObject({ kind: 'edit', input: { content: 'Soba', read: 'Udon' } });
  const refused = withRefusal(two, two[1]!, { why: 'invalid', sentence: 'Too many.' });
  expect(kinds(refused)).toEqual(kinds(two));
  expect(kinds(withRefusal(two, two[0]!, { why: 'changed', sentence: '' }))).toEqual([
    'edit 7',
    'react 7',
    'react 7',
  ]);
  expect(kinds(withEntry(two, removed(5, message(7, 'Soba'))))).toEqual(['remove 7']);
});

test('ticks wait in order, follow the stored message, and outlive an edit that is refused', () => {
  const items = (doneAt: string | null) => [{ item: 'milk', text: 'milk', doneAt, doneBy: null }];
  const list = { ...message(-10, '- milk\n- eggs'), items: items(null) } as Message;
  const ticked = (seq: number, done: boolean): Entry => ({
    ...{ ...common, seq, id: -10, kind: 'tick', before: list, after: list },
    input: { id: -10, item: 'milk', done },
  });
  const entries = [ticked(2, true), ticked(3, false)].reduce(withEntry, [added(1, -10, '- milk\n- eggs')]);
  expect(kinds(entries)).toEqual(['add -10', 'tick -10', 'tick -10']);
  const stored = { ...list, id: 42 };
  const [first, second] = withoutSent(entries, entries[0]!, stored);
  expect(first).toMatchObject({ id: 42, input: { id: 42, item: 'milk', done: true } });
  expect(first).toMatchObject({ after: { items: [{ doneAt: expect.any(String) }] } });
  expect(second).toMatchObject({ id: 42, input: { done: false }, after: { items: [{ doneAt: null }] } });

  const edit = edited(4, stored, 'Gone');
  const refused = withRefusal([edit, { ...first!, seq: 5 }], edit, { why: 'changed', sentence: '' });
  expect(refused.map(({ kind, refusal }) => [kind, refusal?.why])).toEqual([
    ['edit', 'changed'],
    ['tick', undefined],
  ]);
});
