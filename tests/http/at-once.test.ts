import { expect } from 'bun:test';
import type { Message } from '../../src/contract/messages';
import { ann, bob, cho } from '../support/cast';
import { copyOf } from '../support/client';
import type { TestServer } from '../support/server';
import { test } from '../support/server-test';

async function house(server: TestServer) {
  const [owner, member] = [await server.introduce(ann), await server.introduce(bob)];
  const { id } = (await owner.post<{ id: number }>('/api/shared-boards', { name: 'house' })).body;
  await owner.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  return { owner, member, id, memberId: (await member.get<{ id: number }>('/api/profile')).body.id };
}

const statuses = async (...calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort();
const contents = (answer: { body: Message[] }) => answer.body.map(({ content }) => content);

test('of two boards created at the same time with one name, one is created', async ({ client: owner }) => {
  const create = () => owner.post('/api/shared-boards', { name: 'House' });
  expect(await statuses(create(), create())).toEqual([201, 409]);
  expect((await owner.get<unknown[]>('/api/shared-boards')).body).toHaveLength(1);
});

test('of two boards renamed at the same time to one name, one is renamed', async ({ server }) => {
  const { owner, id } = await house(server);
  await owner.post('/api/messages', { content: 'Message', tags: ['notes'] });
  const renames = [
    owner.put(`/api/shared-boards/${id}/rename`, { newName: 'home' }),
    owner.put('/api/private-boards/notes/rename', { newName: 'home' }),
  ];
  expect(await statuses(...renames)).toEqual([200, 409]);
});

test('a person invited three times at the same time is texted once', async ({ server }) => {
  const { owner } = await house(server);
  await server.introduce(cho);
  const invite = () => owner.post('/api/shared-boards/house/invite', { phoneNumber: cho.phone });
  expect(await statuses(invite(), invite(), invite())).toEqual([200, 200, 200]);
  expect((await owner.get<unknown[]>('/api/shared-boards/house/members')).body).toHaveLength(3);
  expect(server.app.outbox(cho.phone).filter(({ kind }) => kind === 'membership')).toHaveLength(1);
});

test('a text sent while its board is converted once is on the board', async ({ server }) => {
  const [owner, member] = [await server.introduce(ann), await server.introduce(bob)];
  await owner.post('/api/messages', { content: 'First', tags: ['plan'] });
  const convert = () => owner.post('/api/private-boards/plan/convert-and-invite', { phoneNumber: bob.phone });
  const [text] = await Promise.all([server.text(ann, 'Texted #plan'), convert()]);
  expect(text.status).toBe(201);
  expect(contents(await member.get('/api/shared-boards/plan/messages'))).toEqual(['Texted #plan', 'First']);
  expect(await statuses(convert(), convert())).toEqual([409, 409]);
});

test('a post during a removal is on the board or nowhere, never on a private board', async ({ server }) => {
  const { owner, member, id, memberId } = await house(server);
  const expects = [{ tag: 'house', boardId: id }];
  const posts = Array.from({ length: 12 }, (_, number) =>
    member.post('/api/messages', { content: `Post ${number}`, tags: ['house'], expects }),
  );
  const removal = owner.delete(`/api/shared-boards/${id}/members/${memberId}`);
  const answers = await Promise.all(posts);
  expect((await removal).status).toBe(200);
  const late = await member.post('/api/messages', { content: 'Late', tags: ['house'], expects });
  expect(late.status).toBe(409);
  const stored = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(posts.length - stored);
  expect(contents(await owner.get('/api/shared-boards/house/messages'))).toHaveLength(stored);
  expect(contents(await member.get('/api/messages'))).toHaveLength(stored);
});

test('no message is lost that is posted while the board is deleted', async ({ server }) => {
  const { owner, member, id } = await house(server);
  const post = (content: string) => member.post('/api/messages', { content, tags: ['house'] });
  const all = [post('One'), owner.delete(`/api/shared-boards/${id}`), post('Two')];
  expect(await statuses(...all)).toEqual([200, 201, 201]);
  expect(contents(await member.get('/api/messages/tag/house')).sort()).toEqual(['One', 'Two']);
  expect(contents(await owner.get('/api/messages'))).toEqual([]);
});

test('a member who leaves while being removed has left', async ({ server }) => {
  const { owner, member, id, memberId } = await house(server);
  await member.post('/api/messages', { content: 'Sofa', tags: ['house'] });
  const path = `/api/shared-boards/${id}/members/${memberId}`;
  expect(await statuses(owner.delete(path), member.delete(path))).toEqual([200, 404]);
  expect(contents(await member.get('/api/messages/tag/house'))).toEqual(['Sofa']);
});

test('simultaneous edits and deletions of a message leave no half state', async ({ client: owner }) => {
  const add = async () => (await owner.post<Message>('/api/messages', { content: 'Message' })).body.id;
  const edit = (id: number) => owner.patch(`/api/messages/${id}`, { content: 'Edited', tags: ['x', 'y'] });
  const id = await add();
  expect(await statuses(edit(id), edit(id))).toEqual([200, 200]);
  expect((await owner.get<Message[]>('/api/messages')).body).toMatchObject([
    { content: 'Edited', tags: ['x', 'y'] },
  ]);
  expect(await statuses(owner.delete(`/api/messages/${id}`), owner.delete(`/api/messages/${id}`))).toEqual([
    200, 404,
  ]);
  const other = await add();
  const [edited] = await Promise.all([edit(other), owner.delete(`/api/messages/${other}`)]);
  expect([200, 404]).toContain(edited.status);
  expect((await owner.get('/api/messages')).body).toEqual([]);
  expect((await owner.get('/api/tags')).body).toEqual([]);
});

test('a call is refused if its account is deleted while its body arrives', async ({ server }) => {
  const calls: [method: string, path: string, body: object][] = [
    ['POST', '/api/messages', { content: 'Too late' }],
    ['PUT', '/api/profile', { firstName: 'Too', lastName: 'Late' }],
    ['POST', '/api/shared-boards', { name: 'late' }],
  ];
  for (const [method, path, content] of calls) {
    const client = await server.introduce(bob);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async start(controller) {
        const [first, ...rest] = JSON.stringify(content);
        controller.enqueue(new TextEncoder().encode(first));
        begun.resolve();
        await ended.promise;
        controller.enqueue(new TextEncoder().encode(rest.join('')));
        controller.close();
      },
    });
    const lateCall = client.send(path, { method, body, headers: { 'content-type': 'application/json' } });
    await begun.promise;
    await Bun.sleep(50); // long enough for the server to read the session
    const other = copyOf(server.url, client);
    expect((await other.delete('/api/auth/delete-account')).status).toBe(200);
    ended.resolve();
    expect({ path, status: (await lateCall).status }).toEqual({ path, status: 401 });
    server.forget(bob);
  }
});
