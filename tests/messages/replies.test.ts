import { expect } from 'bun:test';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { restoreMessage } from '../../src/messages/deleted-messages';
import { edit } from '../../src/messages/editing';
import { requireMessage } from '../../src/messages/find';
import { allMessages, threadOf } from '../../src/messages/lists';
import { addMessage, create } from '../../src/messages/messages';
import { removeOwnMessage, takeOffBoard } from '../../src/messages/removal';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { contentsOn, post } from '../support/house';
import { ensureUser } from '../support/people';

test('a reply goes to the boards of the answered message that its sender is on', ({ app, owner, member }) => {
  createSharedBoard(app, owner, 'family');
  const lamp = post(app, owner, 'Lamp #house #family #diary');
  const reply = addMessage(app, member, { content: 'Yes #milk', replyTo: lamp });
  expect(reply).toMatchObject({ tags: ['house'], replyTo: lamp, content: 'Yes #milk' });
  expect(reply.quote).toEqual({
    content: 'Lamp #house',
    tags: ['house'],
    senderDisplayName: 'Ann Lee',
    mediaType: null,
  });
  const own = addMessage(app, owner, { content: 'Mine', replyTo: lamp });
  expect(own.tags).toEqual(['house', 'family', 'diary']);
  expect(requireMessage(app, owner, lamp).replies).toBe(2);
  expect(requireMessage(app, member, lamp).replies).toBe(2);
  expect(app.outbox(ann.phone).map(({ body }) => body)).toEqual([
    expect.stringContaining('New in #house, Bob Ray: Yes'),
  ]);
});

test('a reply to a message that is on a further board by now is refused', ({ app, owner, id }) => {
  const family = createSharedBoard(app, owner, 'family').id;
  const lamp = post(app, owner, 'Lamp #house');
  const expects = [{ tag: 'house', boardId: id }];
  edit(app, owner, lamp, { tags: ['house', 'family'] });
  const answer = (expects: { tag: string; boardId: number }[]) =>
    addMessage(app, owner, { content: 'Yes', replyTo: lamp, expects });
  expect(() => answer(expects)).toThrow('The message that you answer is also on #family now.');
  expect(answer([...expects, { tag: 'family', boardId: family }]).tags).toEqual(['house', 'family']);
});

test('replies of a deleted message are plain messages until it is back', ({ app, owner, member }) => {
  const lamp = post(app, owner, 'Lamp #house');
  const yes = create(app, member, { content: 'Yes', source: 'ui', replyTo: lamp });
  const why = create(app, owner, { content: 'Why?', source: 'ui', replyTo: yes });
  const replyTo = () => allMessages(app, member).map((message) => message.replyTo);
  expect(replyTo()).toEqual([yes, lamp, null]);
  removeOwnMessage(app, owner, lamp);
  expect(replyTo()).toEqual([yes, null]);
  restoreMessage(app, owner, lamp);
  removeOwnMessage(app, member, yes);
  expect(replyTo()).toEqual([null, null]);
  restoreMessage(app, member, yes);
  expect(replyTo()).toEqual([yes, lamp, null]);
  expect(threadOf(app, member, why).map(({ id }) => id)).toEqual([why, yes, lamp]);
});

test('nobody finds out that a reply answers a message that they do not see', ({ app, owner, member, id }) => {
  const lamp = post(app, owner, 'Lamp CANARY #house');
  const yes = create(app, member, { content: 'Yes', source: 'ui', replyTo: lamp });
  const also = create(app, owner, { content: 'Also', source: 'ui', replyTo: lamp });
  takeOffBoard(app, owner, id, lamp);
  const seen = JSON.stringify([
    allMessages(app, member),
    threadOf(app, member, yes),
    threadOf(app, member, also),
  ]);
  expect(seen).not.toContain('CANARY');
  expect(seen).not.toContain('"replyTo":1');
  expect(threadOf(app, member, yes).map((message) => message.id)).toEqual([yes]);
  expect(() => threadOf(app, member, lamp)).toThrow('Message not found');
  expect(requireMessage(app, owner, lamp).replies).toBe(2);
  expect(threadOf(app, owner, yes).map((message) => message.id)).toEqual([also, yes, lamp]);
});

test('who has left a board sees no replies there; members keep theirs', ({ app, owner, member, id }) => {
  const lamp = post(app, member, 'Lamp #house');
  create(app, owner, { content: 'Yes', source: 'ui', replyTo: lamp });
  create(app, member, { content: 'Good', source: 'ui', replyTo: lamp });
  removeMember(app, member, id, member.id);
  expect(contentsOn(app, member, 'house')).toEqual(['Good', 'Lamp #house']);
  expect(requireMessage(app, member, lamp).replies).toBe(1);
  expect(contentsOn(app, owner, 'house')).toEqual(['Good', 'Yes', 'Lamp #house']);
});

test('a reply that is edited or retagged stays a reply', ({ app, owner, member }) => {
  invite(app, owner, 'house', ensureUser(app, cho).phone);
  const lamp = post(app, owner, 'Lamp #house');
  const yes = create(app, member, { content: 'Yes', source: 'ui', replyTo: lamp });
  expect(edit(app, member, yes, { content: 'No' })).toMatchObject({ tags: ['house'], replyTo: lamp });
  expect(edit(app, member, yes, { tags: ['mine'] })).toMatchObject({ tags: ['mine'], replyTo: lamp });
  expect(requireMessage(app, owner, lamp).replies).toBe(0);
  expect(contentsOn(app, owner, 'house')).toEqual(['Lamp #house']);
});

test('a thread with many replies is read by a few statements, each reply once', ({ app, owner, member }) => {
  const lamp = post(app, owner, 'Lamp #house');
  let last = lamp;
  for (let n = 0; n < 50; n++)
    last = create(app, n % 2 ? owner : member, {
      content: `${n}`,
      source: 'ui',
      replyTo: n % 3 ? last : lamp,
      at: 1, // the clock of this gateway is far behind
    });
  const thread = threadOf(app, ensureUser(app, bob), last);
  expect(thread.map(({ content }) => content)).toEqual([
    ...Array.from({ length: 50 }, (_, n) => `${49 - n}`),
    'Lamp #house',
  ]);
});
