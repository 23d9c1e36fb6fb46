import { expect } from 'bun:test';
import type { User } from '../../db/schema';
import { markSeen, setList } from '../../src/boards/marks';
import { PINS_MAX } from '../../src/contract/limits';
import { LIST_FILTERS, type ListFilter } from '../../src/contract/list-filters';
import { storeUpload } from '../../src/media/media';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { findMessage } from '../../src/messages/find';
import { create } from '../../src/messages/messages';
import { pinMessage } from '../../src/messages/pins';
import { readPolledPage } from '../../src/messages/polled-pages';
import { removeOwnMessage } from '../../src/messages/removal';
import { tick } from '../../src/messages/ticks';
import { setReminder } from '../../src/notices/reminders/reminders';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { colorPng } from '../support/pictures';

function openHouse(app: TestApp) {
  const people = { ann: ensureUser(app, ann), bob: ensureUser(app, bob) };
  share(app, people.ann, 'house', bob);
  const post = (content: string, replyTo?: number) =>
    create(app, people.bob, { content: replyTo ? content : `${content} #house`, source: 'ui', replyTo });
  const [lamp, sofa] = [post('Lamp'), post('Sofa')];
  const { after } = readPolledPage(app, people.ann, {});
  const poll = (sent = after) => {
    const answer = readPolledPage(app, people.ann, { after: sent });
    return { ...answer, sent: answer.messages.map(({ id }) => id) };
  };
  return { ...people, post, lamp, sofa, after, poll };
}

test('a new message is sent without the others', ({ app }) => {
  const { post, poll, lamp, sofa } = openHouse(app);
  expect(poll()).toMatchObject({ ids: [sofa, lamp], sent: [] });
  const chair = post('Chair');
  expect(poll()).toMatchObject({ ids: [chair, sofa, lamp], sent: [chair] });
});

test('a reply is sent with the message that it answers', ({ app }) => {
  const { post, poll, lamp } = openHouse(app);
  const reply = post('How bright?', lamp);
  expect(poll().sent).toEqual([reply, lamp]);
  expect(poll().messages[1]?.replies).toBe(1);
});

test('looking at a board sends no message again', ({ app }) => {
  const { ann, poll, sofa } = openHouse(app);
  markSeen(app, ann, 'house', sofa);
  expect(poll().sent).toEqual([]);
});

test('after an edit or a deletion the whole page is sent', ({ app }) => {
  const { bob, poll, lamp, sofa } = openHouse(app);
  edit(app, bob, lamp, { content: 'Lantern #house' });
  expect(poll().sent).toEqual([sofa, lamp]);
  const { after } = poll();
  expect(poll(after).sent).toEqual([]);
  removeOwnMessage(app, bob, sofa);
  expect(poll(after)).toMatchObject({ ids: [lamp], sent: [lamp] });
});

test('after more than ten new messages, the next poll counts them as known', ({ app }) => {
  const { post, poll, after } = openHouse(app);
  for (let n = 0; n < 10; n++) post(`Box ${n}`);
  expect(poll().after).toBe(after);
  post('Box 10');
  expect(poll().sent).toHaveLength(11);
  expect(poll(poll().after).sent).toEqual([]);
});

test('a pinned message comes first on the first page of its board, for all members', ({ app }) => {
  const { ann, bob, post, lamp, sofa } = openHouse(app);
  const first = (user: User) => readPolledPage(app, user, { tag: 'house', limit: 1 });
  const { after } = first(ann);
  const pin = (by: User, id: number, pinned = true, tag = 'house') =>
    pinMessage(app, by, { tag, id, pinned });
  expect(pin(ann, lamp).pinnedOn).toEqual(['house']);
  expect(first(bob).ids).toEqual([lamp, sofa]);
  expect(readPolledPage(app, ann, { tag: 'house', limit: 1, after }).messages).toHaveLength(2);
  expect(readPolledPage(app, ann, { tag: 'house', before: sofa }).ids).toEqual([lamp]);
  expect(readPolledPage(app, ann, {}).ids).toEqual([sofa, lamp]);

  edit(app, bob, lamp, { content: 'Lantern #house #light' });
  expect(findMessage(app, bob, lamp)?.pinnedOn).toEqual(['house']);
  removeOwnMessage(app, bob, lamp);
  restoreMessage(app, bob, lamp);
  expect(first(ann).ids).toEqual([lamp, sofa]);
  expect(pin(bob, lamp, false).pinnedOn).toEqual([]);
  expect(first(ann).ids).toEqual([sofa]);

  for (let n = 0; n < PINS_MAX; n++) pin(bob, post(`Box ${n}`));
  expect(() => pin(ann, sofa)).toThrow('A board can have at most 20 pinned messages.');
  expect(() => pin(bob, lamp, true, 'light')).not.toThrow();
  expect(() => pin(ann, lamp, true, 'light')).toThrow('Board not found');
  const secret = create(app, bob, { content: 'Mine #diary', source: 'ui' });
  expect(() => pin(ann, secret)).toThrow('Message not found');
});

test('a list can show only photos, links, files or what is open', async ({ app }) => {
  const { ann, bob, post, lamp } = openHouse(app);
  const file = async (type: string, bytes: Uint8Array<ArrayBuffer>) =>
    (await storeUpload(app, bob, { bytes, type, name: null })).id;
  const withFiles = (...mediaIds: number[]) =>
    create(app, bob, { content: '#house', source: 'ui', mediaIds });
  const letter = new TextEncoder().encode('Dear all');
  const both = withFiles(await file('image/png', colorPng(1, 1)), await file('application/pdf', letter));
  const film = withFiles(await file('video/webm', letter));
  const link = post('See karakeep.app/x');
  const todo = post('- milk\n- eggs');
  setReminder(app, ann, lamp, { at: app.now() + 1000, starts: null, rule: null });
  const idsOf: Record<ListFilter, number[]> = {
    photos: [film, both],
    files: [both],
    links: [link],
    open: [todo, lamp],
  };
  for (const only of LIST_FILTERS) {
    const { ids } = readPolledPage(app, ann, { tag: 'house', only });
    expect({ only, ids }).toEqual({ only, ids: idsOf[only] });
    expect(readPolledPage(app, ann, { only }).ids).toEqual(ids);
  }
  expect(readPolledPage(app, ann, { tag: 'house', only: 'photos', limit: 1, before: film }).ids).toEqual([
    both,
  ]);
  expect(readPolledPage(app, bob, { tag: 'house', only: 'open' }).ids).toEqual([todo]);
  tick(app, ann, { id: todo, item: 'milk', done: true });
  expect(readPolledPage(app, bob, { only: 'open' }).ids).toEqual([todo]);
  tick(app, bob, { id: todo, item: 'eggs', done: true });
  expect(readPolledPage(app, bob, { only: 'open' }).ids).toEqual([]);
  setList(app, bob, 'house', true);
  expect(readPolledPage(app, bob, { tag: 'house', only: 'open', limit: 1 }).ids).toEqual([todo - 1]);
});

test('an `after` from another person or another server is answered with the whole page', ({ app }) => {
  const { bob, poll, after } = openHouse(app);
  const ofBob = readPolledPage(app, bob, {}).after;
  for (const unknown of [ofBob, after.replace(/^\w+/, 'before'), `${after}.1`, 'x'])
    expect(poll(unknown).sent).toHaveLength(2);
});
