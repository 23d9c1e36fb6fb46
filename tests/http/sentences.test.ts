import { expect } from 'bun:test';
import { ERROR_CODES } from '../../src/app/error-codes';
import { OTHER_LETTERS } from '../../src/contract/mail';
import type { Message } from '../../src/contract/messages';
import { ann, bob, cho } from '../support/cast';
import { sendBody } from '../support/client';
import { test } from '../support/server-test';

const badRule = 'A rule is written like FREQ=WEEKLY;BYDAY=FR.';

type Refusal = [who: typeof ann, body: unknown, status: number, sentence: string];

test('a refused call has its status, and its sentence as error and message', async ({ server }) => {
  const [owner, member] = [await server.introduce(ann), await server.introduce(bob)];
  const board = (await owner.post<{ id: number }>('/api/shared-boards', { name: 'house' })).body.id;
  await owner.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  const message = (await owner.post<Message>('/api/messages', { content: 'Lamp', tags: ['food', 'house'] }))
    .body;
  await owner.post('/api/messages', { content: 'Loose' });
  const me = (await owner.get<{ id: number }>('/api/profile')).body.id;
  const unknown = { phoneNumber: cho.phone };

  const onlyOwner = (act: string) => `Only the board's owner can ${act}.`;
  const notHere = 'Nobody with this number uses Tagline yet. Send them your join link first.';
  const badId = 'An id is a positive whole number.';
  const badChoice = 'smsEnabled must be true or false.';
  const refusals: Record<string, Refusal[]> = {
    'POST /api/shared-boards': [
      [ann, {}, 400, 'Board name is required'],
      [ann, { name: ' #!? ' }, 400, 'Board name is required'],
      [ann, { name: 'x'.repeat(51) }, 400, 'A board name can have at most 50 characters.'],
      [ann, { name: 'House' }, 409, 'You already have a shared board #house.'],
      [
        ann,
        { name: 'food' },
        409,
        'You already have #food. To share it, invite somebody to it: that converts it to a shared board.',
      ],
      [ann, { name: 'Feedback' }, 400, '#feedback cannot be shared.'],
    ],
    'POST /api/shared-boards/house/invite': [
      [ann, {}, 400, 'Phone number is required'],
      [ann, { phoneNumber: ' ' }, 400, 'Phone number is required'],
      [ann, { phoneNumber: 'Bob' }, 400, 'That is not a phone number.'],
      [ann, unknown, 404, notHere],
      [ann, { phoneNumber: ann.phone }, 400, 'You are on this board already.'],
      [bob, unknown, 403, onlyOwner('invite people')],
    ],
    'POST /api/mail/address': [
      [ann, { address: 'ann@example' }, 400, 'That is not a mail address, such as ann@example.org.'],
      [ann, { address: 'zoë@例え.テスト' }, 400, OTHER_LETTERS],
    ],
    'POST /api/private-boards/food/convert-and-invite': [
      [ann, { phoneNumber: '' }, 400, 'Please enter a phone number to invite'],
      [ann, unknown, 404, notHere],
    ],
    'POST /api/private-boards/house/convert-and-invite': [
      [ann, unknown, 409, '#house is a shared board. Invite people to it.'],
    ],
    'POST /api/private-boards/uncategorized/convert-and-invite': [
      [ann, unknown, 400, '#uncategorized cannot be shared.'],
    ],
    [`PUT /api/shared-boards/${board}/rename`]: [
      [ann, { newName: '' }, 400, 'Board name is required'],
      [ann, { newName: 'food' }, 409, 'You already have #food. Choose another name.'],
      [ann, { newName: 'feedback' }, 400, '#feedback cannot be used as a new name.'],
      [bob, { newName: 'home' }, 403, onlyOwner('rename it')],
    ],
    'PUT /api/private-boards/uncategorized/rename': [
      [ann, { newName: 'x' }, 400, '#uncategorized cannot be renamed.'],
    ],
    'PUT /api/private-boards/food/rename': [
      [ann, { newName: 'house' }, 409, 'You already have #house. Choose another name.'],
    ],
    'PUT /api/private-boards/nothing/rename': [[ann, { newName: 'x' }, 404, 'Board not found']],
    [`DELETE /api/shared-boards/${board}/members/${me}`]: [
      [ann, undefined, 409, 'You own this board: delete it instead of leaving it.'],
    ],
    [`DELETE /api/shared-boards/${board}/members/999`]: [[ann, undefined, 404, 'Member not found']],
    [`DELETE /api/shared-boards/${board}`]: [[bob, undefined, 403, onlyOwner('delete it')]],
    'DELETE /api/tags/house': [
      [ann, undefined, 409, '#house is a shared board. Leave it, or delete the board as its owner.'],
    ],
    'DELETE /api/tags/nothing': [[ann, undefined, 404, 'Board not found']],
    'POST /api/messages': [
      [ann, { content: ' ' }, 400, 'Please enter a message.'],
      [
        ann,
        { content: 'x', remindAt: '2026-02-30T09:00' },
        400,
        expect.stringContaining('A time is written'),
      ],
      [ann, { content: 'x', remindAt: '2030-01-01T09:00', remindRule: 'DAILY' }, 400, badRule],
      [ann, { content: 'x', replyTo: 'x' }, 400, badId],
      [
        ann,
        { content: 'x', replyTo: message.id, tags: ['other'] },
        400,
        'A reply goes to the boards of the message that it answers: leave out the tags.',
      ],
    ],
    [`PATCH /api/messages/${message.id}`]: [
      [ann, { content: ' ' }, 400, 'Message content cannot be empty.'],
      [bob, { content: 'Mine' }, 403, 'Only its sender can edit a message.'],
    ],
    [`DELETE /api/messages/${message.id}`]: [[bob, undefined, 403, 'Only its sender can delete a message.']],
    [`DELETE /api/shared-boards/${board}/messages/${message.id}`]: [
      [bob, undefined, 403, onlyOwner('take messages off it')],
    ],
    'DELETE /api/messages/999': [[ann, undefined, 404, 'Message not found']],
    'GET /api/admin/stats': [[bob, undefined, 403, 'Admin access required']],
    [`PUT /api/notification-preferences/${board}`]: [
      [ann, { smsEnabled: 'false', answersPosted: false }, 400, badChoice],
      [ann, {}, 400, badChoice],
    ],
    'PUT /api/notification-preferences/999': [[ann, { smsEnabled: false }, 404, 'Board not found']],
    ...Object.fromEntries(
      ['-1', '0', '1.5', '1e99', 'NaN', 'one', 'null'].map((id): [string, Refusal[]] => [
        `DELETE /api/messages/${id}`,
        [[ann, undefined, 400, badId]],
      ]),
    ),
    'DELETE /api/shared-boards/house': [[ann, undefined, 400, badId]],
    'DELETE /api/messages/9007199254740991': [[ann, undefined, 404, 'Message not found']],
  };
  for (const [call, refused] of Object.entries(refusals))
    for (const [who, body, status, sentence] of refused) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await sendBody(server.as(who), path, JSON.stringify(body), { method });
      const { code } = answer.body as { code: string };
      expect(ERROR_CODES).toContain(code);
      expect({ call, body, code }).not.toEqual({
        call,
        body,
        code: expect.stringMatching(/^(bad_request|conflict|forbidden|not_found)$/),
      });
      const expected = { call, body, status, answer: { error: sentence, message: sentence } };
      expect({ call, body, status: answer.status, answer: answer.body }).toMatchObject(expected);
    }
  // these calls changed nothing: the member still has the board, with one message
  expect((await member.get('/api/shared-boards-with-counts')).body).toMatchObject([
    { id: board, name: 'house', role: 'member', count: 1, members: 2 },
  ]);
});

test('a call that succeeds is answered with a sentence for people', async ({ server, client: owner }) => {
  await server.introduce(bob);
  const bodyOf = async (call: Promise<{ status: number; body: unknown }>) => (await call).body;
  const { id } = (await owner.post<Message>('/api/messages', { content: 'Lamp', tags: ['food'] })).body;
  expect(
    await bodyOf(owner.post('/api/private-boards/food/convert-and-invite', { phoneNumber: bob.phone })),
  ).toEqual({
    success: true,
    message: '#food is now a shared board, and the invitation has been sent.',
  });
  expect(await bodyOf(owner.post('/api/shared-boards/food/invite', { phoneNumber: bob.phone }))).toEqual({
    success: true,
    message: 'Successfully invited user to #food',
  });
  const [{ id: board }] = (await owner.get<[{ id: number }]>('/api/shared-boards')).body;
  expect(await bodyOf(owner.put(`/api/shared-boards/${board}/rename`, { newName: 'Our Meals!' }))).toEqual({
    success: true,
    message: 'The board is now #our-meals.',
    name: 'our-meals',
  });
  expect(await bodyOf(owner.get('/api/notification-preferences'))).toEqual([
    { boardId: board, smsEnabled: 'true', answersPosted: false },
  ]);
  expect(await bodyOf(owner.put(`/api/notification-preferences/${board}`, { smsEnabled: false }))).toEqual({
    boardId: board,
    smsEnabled: 'false',
    answersPosted: false,
  });
  expect(await bodyOf(owner.delete(`/api/messages/${id}`))).toEqual({
    success: true,
    message: 'The message has been permanently removed.',
  });
  await owner.post('/api/messages', { content: 'Lamp', tags: ['drink'] });
  expect(await bodyOf(owner.get('/api/tags/drink'))).toEqual({ tag: 'drink', count: 1, elsewhere: 0 });
  expect(await bodyOf(owner.delete('/api/tags/drink'))).toEqual({
    success: true,
    message: 'All messages with #drink have been removed.',
  });
});

test('unknown keys are ignored, so what was read can be sent back', async ({ client: owner }) => {
  const profile = (await owner.get('/api/profile')).body as object;
  const forged = {
    id: 99,
    phoneNumber: bob.phone,
    operator: true,
    inviteCode: 'x',
    version: 0,
    createdAt: 0,
  };
  expect((await owner.put('/api/profile', { ...profile, ...forged })).body).toEqual(profile);

  const message = (await owner.post<Message>('/api/messages', { content: 'Lamp' })).body;
  const unknown = {
    senderId: 99,
    timestamp: '2001-01-01T00:00:00Z',
    source: 'sms',
    mediaUrl: 'https://x.example',
  };
  const poisoned = JSON.stringify({ ...message, ...unknown }).replace('{', '{"__proto__":{"tags":["evil"]},');
  const written = await sendBody(owner, `/api/messages/${message.id}`, poisoned, { method: 'PATCH' });
  expect(written.body).toEqual(message);
  expect((await owner.get('/api/tags')).body).toEqual(['uncategorized']);
  const input = { content: 'Other', ...unknown, id: message.id, createdAt: 0 };
  const added = await owner.post<Message>('/api/messages', input);
  expect(added.body).toMatchObject({ senderId: message.senderId, source: 'api', mediaUrl: null });
  expect(added.body.id).not.toBe(message.id);
  expect(added.body.timestamp.slice(0, 4)).not.toBe('2001');
});
