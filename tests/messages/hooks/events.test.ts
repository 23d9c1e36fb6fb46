import { removeMember } from '../../../src/boards/leaving';
import { renamePrivate } from '../../../src/boards/naming';
import { invite } from '../../../src/boards/sharing';
import { deleteAccount } from '../../../src/messages/delete-account';
import { restoreMessage } from '../../../src/messages/deleted-messages';
import { edit } from '../../../src/messages/editing';
import { removeOwnMessage, takeOffBoard } from '../../../src/messages/removal';
import { tick } from '../../../src/messages/ticks';
import { sendDueReminders } from '../../../src/notices/reminders/due';
import { setReminder } from '../../../src/notices/reminders/reminders';
import { blockNumber } from '../../../src/operators/blocked-numbers';
import { ann, bob, cho } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { post } from '../../support/house';
import { ensureUser } from '../../support/people';
import { expect, test } from './world';

test('each hook gets what its owner sees, signed as the specification says', async (w) => {
  const { app, owner, member, boardId } = w;
  const ofOwner = w.make(owner, '/ann');
  const ofMember = w.make(member, '/bob');
  const ofBoard = w.make(member, '/house', {
    boards: ['house'],
    events: ['message.created', 'member.joined'],
  });
  const id = post(app, owner, '- lamp\n- sofa #house #diary');
  const secret = post(app, owner, 'Dear diary #diary');
  const own = post(app, member, 'Mine alone #mine');
  await w.send();
  tick(app, member, { id, item: 'lamp', done: true });
  edit(app, owner, id, { content: '- lamp\n- sofa\n- rug' });
  setReminder(app, member, id, { at: app.now() + MINUTE, starts: null, rule: null });
  app.clock.advance(2 * MINUTE);
  await sendDueReminders(app);
  invite(app, owner, 'house', ensureUser(app, cho).phone);
  await w.send();
  removeMember(app, owner, boardId, ensureUser(app, cho).id);
  removeOwnMessage(app, owner, id);
  await w.send();
  restoreMessage(app, owner, id);
  await w.send();

  const all = [`message.created ${id}`, `message.ticked ${id}`, `message.updated ${id}`];
  const rest = ['member.joined', 'member.left', `message.deleted ${id}`, `message.created ${id}`];
  expect(w.typesAt(ofOwner)).toEqual([all[0]!, `message.created ${secret}`, ...all.slice(1), ...rest]);
  expect(w.typesAt(ofMember)).toEqual([
    ...[all[0]!, `message.created ${own}`, ...all.slice(1)],
    ...[`reminder.due ${id}`, ...rest],
  ]);
  expect(w.typesAt(ofBoard)).toEqual([`message.created ${id}`, 'member.joined', `message.created ${id}`]);

  const [created, , ticked] = w.receivedAt(ofMember) as { type: string; data: unknown }[];
  expect(created!.data).toMatchObject({
    message: { content: '- lamp\n- sofa #house', tags: ['house'], senderDisplayName: 'Ann Lee' },
    url: `${app.publicUrl}/thread/${id}`,
  });
  expect(ticked!.data).toMatchObject({
    item: { item: 'lamp', doneBy: 'Bob Ray', doneAt: expect.any(String) },
  });
  const joined = w.receivedAt(ofBoard).find(({ type }) => type === 'member.joined')!;
  expect(joined.data).toEqual({
    board: 'house',
    member: expect.objectContaining({ firstName: 'Cho', displayName: expect.stringContaining('Cho') }),
  } as never);
  const toOthers = w.receiver.calls.filter(({ path }) => path !== '/ann').map(({ body }) => body);
  expect(toOthers.join()).not.toMatch(/diary/i);
  for (const { phone } of [ann, bob, cho]) expect(w.receiver.calls.join()).not.toContain(phone);
});

test('whoever has left gets nothing of the board, not even what waited', async (w) => {
  const { app, owner, member, boardId } = w;
  const ofMember = w.make(member, '/bob');
  post(app, owner, 'Lamp #house');
  removeMember(app, owner, boardId, member.id);
  post(app, owner, 'Sofa #house');
  await w.send();
  expect(w.receiver.calls).toEqual([]);
  expect(w.logOf(member, ofMember.id)).toMatchObject([{ type: 'message.created', state: 'dropped' }]);
  // what was sent before and is asked for again is not sent either
  invite(app, owner, 'house', bob.phone);
  post(app, owner, 'Rug #house');
  await w.send();
  expect(w.receivedAt(ofMember).length).toBe(2);
});

test('the hook of a blocked person gets nothing', async (w) => {
  const { app, owner, member } = w;
  const ofMember = w.make(member, '/bob');
  post(app, owner, 'Lamp #house');
  blockNumber(app, owner, { phoneNumber: bob.phone, reason: 'Advertising' });
  await w.send();
  expect(w.logOf(member, ofMember.id)).toMatchObject([{ state: 'dropped' }]);
  expect(w.receiver.calls).toEqual([]);
});

test('a hook for some boards follows their names, and is told what leaves them', async (w) => {
  const { app, owner, boardId } = w;
  const hook = w.make(owner, '/ann', { boards: ['house', 'food'].slice(0, 1) });
  const id = post(app, owner, 'Lamp #house #food');
  const food = w.make(owner, '/food', { boards: ['food'] });
  renamePrivate(app, owner, 'food', 'meals');
  edit(app, owner, id, { tags: ['house'] });
  const second = post(app, owner, 'Ramen #meals');
  takeOffBoard(app, owner, boardId, id);
  edit(app, owner, id, { tags: ['meals'] });
  await w.send();
  // the first rows were composed when the message was on neither board any more
  expect(w.typesAt(food)).toEqual([
    `message.deleted ${id}`,
    `message.created ${second}`,
    `message.created ${id}`,
  ]);
  expect(w.typesAt(hook)).toEqual([`message.deleted ${id}`]);
});

test('a deleted account leaves boards without a name, and takes its hooks along', async (w) => {
  const { app, owner, member } = w;
  const ofOwner = w.make(owner, '/ann');
  w.make(member, '/bob');
  const id = post(app, member, 'Sofa #house');
  await w.send();
  deleteAccount(app, member);
  await w.send();
  expect(w.typesAt(ofOwner)).toEqual([`message.created ${id}`, 'member.left', `message.deleted ${id}`]);
  const left = w.receivedAt(ofOwner)[1]!;
  expect(left.data).toMatchObject({ member: { displayName: 'Deleted account', firstName: null } });
  expect(app.db.$client.query('select count(*) as count from hooks').get()).toEqual({ count: 1 });
});

test("an operator's hook of everything has ids alone, and ends with the role", async (w) => {
  const { app, owner, member } = w;
  expect(() => w.make(member, '/bob', { everything: true })).toThrow('Only operators');
  const all = w.make(owner, '/all', { everything: true });
  const id = post(app, member, 'Secret plans #mine');
  await w.send();
  expect(w.receivedAt(all)).toMatchObject([{ type: 'message.created', data: { messageId: id } }] as never);
  expect(w.receiver.calls.map(({ body }) => body).join()).not.toMatch(/secret|plans|mine/i);
  app.config.adminPhones = [];
  post(app, member, 'More #mine');
  await w.send();
  expect(w.logOf(owner, all.id).map(({ state }) => state)).toEqual(['dropped', 'sent']);
});
