import { expect } from 'bun:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import type { Message } from '../../src/contract/messages';
import { MCP_TOOLS } from '../../src/http/mcp-tools';
import { ann, bob, type Person } from '../support/cast';
import { cookieOf } from '../support/client';
import { ensureUser } from '../support/people';
import { png } from '../support/pictures';
import type { testServer } from '../support/server';
import { test } from '../support/server-test';

type TestServer = Awaited<ReturnType<typeof testServer>>;

async function tokenOf(server: TestServer, person: Person, scope = 'write'): Promise<string> {
  const client = await server.introduce(person);
  const { body } = await client.post<{ token: string }>('/api/tokens', { name: 'agent', scope });
  return body.token;
}

async function connect(server: TestServer, token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  );
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const [content, ...pictures] = result.content as { text: string; type: string; mimeType: string }[];
    const data = result.structuredContent as never;
    return { failed: result.isError === true, text: content!.text, data, pictures };
  };
  return { client, call, [Symbol.asyncDispose]: () => client.close() };
}

test('a client saves, finds, reads, changes and is reminded of notes', async ({ server }) => {
  const token = await tokenOf(server, ann);
  await using mcp = await connect(server, token);
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(MCP_TOOLS.map(({ name }) => name));

  const posted = await mcp.call('post', { content: 'Try the ramen place', tags: ['food'] });
  const { id } = posted.data as Message;
  const document = {
    id: String(id),
    title: 'Try the ramen place',
    text: 'Try the ramen place',
    url: `${server.app.publicUrl}/thread/${id}`,
    metadata: { boards: 'food', sender: 'Ann Lee' },
  };
  for (const name of ['query', 'q']) {
    const found = await mcp.call('search', { [name]: 'ramen' });
    expect(found.data).toMatchObject({ results: [document] });
    expect(JSON.parse(found.text)).toMatchObject({ results: [{ id: String(id) }] });
  }
  const fetched = await mcp.call('fetch', { id: String(id) });
  expect(JSON.parse(fetched.text)).toMatchObject(document);
  await mcp.call('edit', { id, content: 'Try the noodle place' });
  expect((await mcp.call('read', { id })).data).toMatchObject({ content: 'Try the noodle place' });
  expect((await mcp.call('private_boards')).data).toMatchObject({ result: [{ tag: 'food', count: 1 }] });
  await mcp.call('set_reminder', { id, remindAt: '2099-05-04T07:30:00Z' });
  expect((await mcp.call('reminders')).data).toMatchObject({ result: [{ messageId: id }] });
  const reply = await mcp.call('post', { content: 'On 6th street', replyTo: id });
  expect((await mcp.call('read_thread', { id })).text).toContain((reply.data as Message).content);
  await mcp.call('end_reminder', { id });
  expect((await mcp.call('reminders')).data).toEqual({ result: [] } as never);
});

test('each tool keeps to what its caller may see, and an error is a result', async ({ server }) => {
  const owner = ensureUser(server.app, ann);
  createSharedBoard(server.app, owner, 'house');
  ensureUser(server.app, bob);
  invite(server.app, owner, 'house', bob.phone);
  await server.text(ann, 'Lamp #house');
  await server.text(ann, 'My PIN is 4711 #diary');
  await using mcp = await connect(server, await tokenOf(server, bob));
  const { result } = (await mcp.call('list_messages')).data as { result: Message[] };
  expect(result.map(({ content }) => content)).toEqual(['Lamp #house']);
  expect(await mcp.call('search', { query: '4711' })).toMatchObject({ data: { results: [] } });
  const { resources } = await mcp.client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(['#house']);
  const diary = mcp.client.readResource({ uri: 'tagline://boards/diary' });
  expect((await diary).contents).toMatchObject([{ text: '[]' }]);
  const foreign = result[0]!.id + 1;
  expect(await mcp.call('read', { id: foreign })).toMatchObject({ failed: true, text: 'Message not found' });
  expect(await mcp.call('edit', { id: result[0]!.id, content: 'x' })).toMatchObject({ failed: true });
  expect(await mcp.call('post', {})).toMatchObject({ failed: true, text: 'Please enter a message.' });
  expect(await mcp.call('search', { query: 'x', limit: 9999 })).toMatchObject({ failed: true });
  for (let n = 0; n < 25; n++) await mcp.call('post', { content: `Note ${n}` });
  const { result: page } = (await mcp.call('list_messages')).data as { result: Message[] };
  expect(page).toHaveLength(20);
});

test('a token that may only read has and uses only tools that read', async ({ server }) => {
  await using mcp = await connect(server, await tokenOf(server, ann, 'read'));
  const { tools } = await mcp.client.listTools();
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools.length).toBeGreaterThan(5);
  expect(await mcp.call('post', { content: 'x' })).toMatchObject({ failed: true });
  expect((await mcp.call('list_messages')).data).toEqual({ result: [] } as never);
});

test('unknown parameters are refused, and every parameter is described in few words', async ({ server }) => {
  await using mcp = await connect(server, await tokenOf(server, ann));
  for (const [name, input, sentence] of [
    ['search', { text: 'x' }, 'search has no parameter text. It takes: limit, before, only, query, board.'],
    ['search', {}, 'search needs a query.'],
    ['reminders', { q: 'x' }, 'reminders has no parameter q. It takes: none.'],
    ['post', { content: 'x', board: 'food' }, 'post has no parameter board.'],
  ] as const)
    expect(await mcp.call(name, input)).toMatchObject({
      failed: true,
      text: expect.stringContaining(sentence),
    });
  expect(server.app.faults.count).toBe(0);
  const list = await mcp.client.listTools();
  expect(JSON.stringify(list).length).toBeLessThan(12_000);
  for (const { name, inputSchema } of list.tools)
    for (const [field, { description }] of Object.entries(
      inputSchema.properties as Record<string, { description?: string }>,
    ))
      expect(description, `${name} ${field}`).toMatch(/^[A-Z0-9]/);
});

test('a client sees the pictures of a message, and its boards as resources', async ({ server }) => {
  await using mcp = await connect(server, await tokenOf(server, ann));
  const form = new FormData();
  form.append('files', new File([png(30, 20)], 'cat.png', { type: 'image/png' }));
  const upload = { method: 'POST', body: form };
  const { body } = await server.as(ann).send<{ id: number }[]>('/api/media', upload);
  const posted = await mcp.call('post', { content: 'Cat #pets', mediaIds: body.map(({ id }) => id) });
  const { id } = posted.data as Message;
  expect((await mcp.call('read', { id })).pictures).toMatchObject([
    { type: 'image', mimeType: 'image/jpeg' },
  ]);
  expect((await mcp.client.listResources()).resources).toMatchObject([
    { uri: 'tagline://boards/pets', name: '#pets' },
  ]);
  const [board] = (await mcp.client.readResource({ uri: 'tagline://boards/pets' })).contents as {
    text: string;
  }[];
  expect(JSON.parse(board!.text)).toMatchObject([
    { id: String(id), text: 'Cat #pets', metadata: { files: '1' } },
  ]);
  for (const uri of ['tagline://nothing', 'tagline://boards/%'])
    await expect(mcp.client.readResource({ uri })).rejects.toThrow(uri);
});

test('unknown addresses of programs are not found, as JSON', async ({ server }) => {
  for (const path of ['/.well-known/nothing', '/mcp/nothing', '/api/nothing'])
    expect(await server.stranger().get(path)).toMatchObject({
      status: 404,
      body: { error: 'Page not found' },
    });
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

test('without a token or with too much nothing is answered, wherever it comes from', async ({ server }) => {
  const token = await tokenOf(server, ann);
  const send = (body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${server.url}/mcp`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', ...headers },
      },
      body: method === 'POST' ? JSON.stringify(body) : undefined,
    });
  expect((await send(LIST)).status).toBe(200);
  const { cookies } = await server.introduce(bob);
  const cookie = cookieOf({ cookies });
  const stranger = await send(LIST, { authorization: '', cookie });
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('Bearer realm="tagline", resource_metadata='),
  ]);
  expect((await send(LIST, { authorization: 'Bearer tagline_pat_x' })).status).toBe(401);
  expect((await send(LIST, { origin: 'https://evil.example', authorization: '', cookie })).status).toBe(401);
  expect((await send(LIST, { origin: 'https://inspector.example' })).status).toBe(200);
  expect((await send(Array.from({ length: 11 }, () => LIST))).status).toBe(400);
  expect((await send({ ...LIST, params: { x: 'x'.repeat(2 ** 20) } })).status).toBe(413);
  expect((await send('nonsense')).status).toBe(400);
  expect((await send(LIST, { 'content-type': 'text/plain' })).status).toBe(415);
  for (const method of ['GET', 'DELETE']) expect((await send(null, {}, method)).status).toBe(405);
});
