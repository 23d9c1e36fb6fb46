import { expect } from 'bun:test';
import type { Finding } from '../../src/contract/health';
import { ann, bob } from '../support/cast';
import type { Client } from '../support/client';
import { diskFails, replaceDatasync } from '../support/datasync';
import { png } from '../support/pictures';
import { type TestServer, testServer, until } from '../support/server';
import { test } from '../support/server-test';
import { openSocket } from '../support/socket';
import { startTwilio } from '../support/twilio';

const json = { 'content-type': 'application/json' };
const note = { content: 'Milk' };

function mcpCall(client: Client, token: string) {
  const params = { name: 'post', arguments: note };
  const headers = {
    ...json,
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return client.send('/mcp', { method: 'POST', headers, body });
}

function upload(client: Client) {
  const body = new FormData();
  body.append('files', new File([png(4, 4)], 'a.png', { type: 'image/png' }));
  return client.send('/api/media', { method: 'POST', body });
}

/** Every way in which a write comes in. */
const WRITES: Record<
  string,
  (server: TestServer, client: Client, token: string) => Promise<{ status: number }>
> = {
  REST: (_, client) => client.post('/api/messages', note),
  tRPC: (_, client) => client.post('/trpc/messages.add', note),
  'a batch of tRPC': (_, client) => client.post('/trpc/messages.add?batch=1', { 0: note }),
  'a streamed batch': async ({ url }, _, token) => {
    const response = await fetch(`${url}/trpc/messages.add?batch=1`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}`, 'trpc-accept': 'application/jsonl' },
      body: JSON.stringify({ 0: note }),
    });
    expect(await response.text()).toContain('"Milk"');
    return response;
  },
  'an upload': (_, client) => upload(client),
  'an import': (_, client) => {
    const body = new FormData();
    body.append('files', new File(['content\nMilk'], 'a.csv'));
    return client.send('/api/import?look=1', { method: 'POST', body });
  },
  'an assistant': (_, client, token) => mcpCall(client, token),
  'the simulator': (server) => server.text(bob, 'Milk'),
};

test('no write is answered before the disk has stored it, and reads go on', async ({ server }) => {
  const client = await server.introduce(ann);
  const { token } = (await client.post<{ token: string }>('/api/tokens', { name: 'agent', scope: 'write' }))
    .body;
  for (const [name, write] of Object.entries(WRITES)) {
    const stored = Promise.withResolvers<void>();
    using datasync = await replaceDatasync(() => stored.promise);
    let answered = false;
    const writing = write(server, client, token).then((answer) => {
      answered = true;
      return answer;
    });
    await until(() => datasync.mock.calls.length > 0);
    expect((await client.get('/api/messages')).status).toBe(200);
    expect({ name, answered }).toEqual({ name, answered: false });
    stored.resolve();
    const { status } = await writing;
    expect({ name, done: status === 200 || status === 201 }).toEqual({ name, done: true });
  }
});

test('a text is acknowledged to the gateway, and shown to pages, once it is stored', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio });
  await using page = await openSocket(server, await server.introduce(ann));
  const stored = Promise.withResolvers<void>();
  let acknowledged: number | undefined;
  {
    using datasync = await replaceDatasync(() => stored.promise);
    const text = twilio.receive(ann.phone, 'Milk #food');
    const delivering = twilio.deliver(server, text).then(({ status }) => {
      acknowledged = status;
    });
    await until(() => datasync.mock.calls.length > 0);
    expect((await server.as(ann).get<unknown[]>('/api/messages')).body).toHaveLength(1);
    expect([acknowledged, page.events.length]).toEqual([undefined, 0]);
    stored.resolve();
    await delivering;
  }
  expect(acknowledged).toBe(200);
  await until(() => page.events.length === 1);
});

test('while the disk fails, writes are refused, and every sign says why', async ({ server }) => {
  const client = await server.introduce(ann);
  const body = { content: 'Milk', idempotencyKey: 'one' };
  {
    using _ = await replaceDatasync(diskFails);
    const refused = await client.post<{ error: string }>('/api/messages', body);
    expect(refused).toMatchObject({
      status: 503,
      body: {
        error: 'The disk of the server fails, so this may not have been saved. Please try again later.',
      },
    });
    expect(refused.headers.get('retry-after')).toBe('60');
    const batch = await client.post<{ error: { message: string } }>('/trpc/messages.add', body);
    expect(batch).toMatchObject({ status: 503, body: { error: { message: refused.body.error } } });
    expect(await server.stranger().get('/readyz')).toMatchObject({
      status: 503,
      body: { reason: { name: 'Database', state: 'bad', value: 'The disk fails (EIO)' } },
    });
    const { text } = await server.stranger().get('/metrics');
    expect(text).toContain('tagline_ready 0\n');
    expect(Number(/^tagline_faults_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect((await client.get<Finding[]>('/api/admin/health')).body).toContainEqual(
      expect.objectContaining({ name: 'Photos', state: 'bad', value: 'The disk fails (EIO)' }),
    );
  }
  expect((await client.post('/api/messages', body)).status).toBe(201);
  expect((await client.get<unknown[]>('/api/messages')).body).toHaveLength(1);
  await until(async () => (await server.stranger().get('/readyz')).status === 200);
});

test('a disk that hangs is named, while reads go on and no write is acknowledged', async ({ server }) => {
  const client = await server.introduce(ann);
  const stored = Promise.withResolvers<void>();
  using _ = await replaceDatasync(() => stored.promise);
  let answered = false;
  const writing = client.post('/api/messages', note).finally(() => {
    answered = true;
  });
  expect(await server.stranger().get('/readyz')).toMatchObject({
    status: 503,
    body: { reason: { value: 'The disk does not answer (DISK_TIMEOUT)' } },
  });
  expect((await client.get('/api/messages')).status).toBe(200);
  expect(answered).toBe(false);
  stored.resolve();
  expect((await writing).status).toBe(201);
});
