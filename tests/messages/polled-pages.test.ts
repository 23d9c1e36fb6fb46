import { expect } from 'bun:test';
import { markSeen } from '../../src/boards/marks';
import { edit } from '../../src/messages/editing';
import { create } from '../../src/messages/messages';
import { readPolledPage } from '../../src/messages/polled-pages';
import { removeOwnMessage } from '../../src/messages/removal';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { share } from '../support/house';
import { ensureUser } from '../support/people';

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

test('an `after` from another person or another server is answered with the whole page', ({ app }) => {
  const { bob, poll, after } = openHouse(app);
  const ofBob = readPolledPage(app, bob, {}).after;
  for (const unknown of [ofBob, after.replace(/^\w+/, 'before'), `${after}.1`, 'x'])
    expect(poll(unknown).sent).toHaveLength(2);
});
