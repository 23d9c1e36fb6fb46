import { expect } from 'bun:test';
import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import type { App } from '../../src/app/app';
import { CLOSE_CODES } from '../../src/contract/events';
import { findOrCreateUser } from '../../src/people/users';
import { ann, bob, cho, eve, type Person } from '../support/cast';
import { cookieOf } from '../support/client';
import { DAY } from '../support/clock';
import { type TestServer, until } from '../support/server';
import { test } from '../support/server-test';
import { openSocket } from '../support/socket';

const idOf = (app: App, { phone }: Person) => findOrCreateUser(app, phone).user.id;

async function tagsOfEvents(server: TestServer, person: Person, events: { tags: string[] }[]) {
  await server.text(person, 'No more #end');
  await until(() => events.some(({ tags }) => tags.includes('end')));
  return events.map(({ tags }) => tags.join());
}

test('a socket without a session, or opened by another site, is refused', async ({ server }) => {
  const upgrade = { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' };
  const ask = (headers: Record<string, string>, person?: Person) =>
    (person ? server.as(person) : server.stranger()).send('/ws/messages', {
      headers: { ...upgrade, 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', ...headers },
    });
  expect((await ask({})).status).toBe(401);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${server.url}.evil.example` },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  ] as Record<string, string>[])
    expect({ headers, status: (await ask(headers, ann)).status }).toEqual({ headers, status: 403 });
  expect((await server.as(ann).get('/ws/messages')).status).toBe(400);
  await server.as(bob).get('/api/profile');
  server.app.db
    .update(sessions)
    .set({ expiresAt: 1 })
    .where(eq(sessions.userId, idOf(server.app, bob)))
    .run();
  expect((await ask({}, bob)).status).toBe(401);
  await using own = await openSocket(server, server.as(ann), { origin: server.url });
  expect(own.events).toEqual([]);
});

test('IDENTIFY must agree with the session, and changes nothing', async ({ server }) => {
  await using eves = await openSocket(server, server.as(eve));
  await using anns = await openSocket(server, server.as(ann));
  anns.send(JSON.stringify({ type: 'IDENTIFY', userId: idOf(server.app, ann) }));
  anns.send(JSON.stringify({ type: 'IDENTIFY', userId: String(idOf(server.app, ann)) }));
  anns.send('not JSON');
  anns.send(JSON.stringify({ type: 'SOMETHING', userId: idOf(server.app, eve) }));
  eves.send(JSON.stringify({ type: 'IDENTIFY', userId: idOf(server.app, ann) }));
  await server.text(ann, 'For my own eyes #diary');
  expect((await eves.closed()).code).toBe(CLOSE_CODES.refused);
  expect(eves.events).toEqual([]);
  expect(await tagsOfEvents(server, ann, anns.events)).toEqual(['diary', 'end']);
});

test('a client that sends too many or too long messages is disconnected', async ({ server }) => {
  await using chatty = await openSocket(server, server.as(ann));
  for (let n = 0; n < 20; n++) chatty.send('{}');
  expect((await chatty.closed()).code).toBe(CLOSE_CODES.refused);
  await using lengthy = await openSocket(server, server.as(ann));
  lengthy.send('x'.repeat(5_000));
  expect((await lengthy.closed()).code).not.toBe(CLOSE_CODES.signedOut);
});

test('signing out closes the sockets of that session only', async ({ server }) => {
  await using bobs = await openSocket(server, server.as(bob));
  await using anns = await openSocket(server, server.as(ann));
  await server.as(ann).post('/api/auth/logout');
  await server.text(ann, 'Sent after signing out #diary');
  expect(await anns.closed()).toMatchObject({ code: CLOSE_CODES.signedOut });
  expect(anns.events).toEqual([]);
  expect(await tagsOfEvents(server, bob, bobs.events)).toEqual(['end']);
});

test('the sockets of an expired or deleted session are closed', async ({ server }) => {
  await using anns = await openSocket(server, server.as(ann));
  await using chos = await openSocket(server, server.as(cho));
  const chosId = idOf(server.app, cho);
  server.app.db.delete(sessions).where(eq(sessions.userId, chosId)).run();
  expect(await chos.closed()).toMatchObject({ code: CLOSE_CODES.signedOut });
  server.app.clock.advance(31 * DAY);
  expect(await anns.closed()).toMatchObject({ code: CLOSE_CODES.signedOut });
});

test('a session can have 50 sockets open', async ({ server }) => {
  await server.as(ann).get('/api/auth/session');
  const cookie = cookieOf(server.as(ann));
  const open = () =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/messages`, {
        headers: { cookie },
      } as never);
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
  const outcomes: string[] = [];
  for (let n = 0; n < 52; n++) outcomes.push(await open());
  expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(50);
  expect(outcomes.at(-1)).toBe('refused');
});

test('a client that stops reading is disconnected; the others miss no event', async ({ server }) => {
  await using bobs = await openSocket(server, server.as(bob));
  await server.as(eve).get('/api/auth/session');
  const cookie = cookieOf(server.as(eve));
  const { hostname, port } = new URL(server.url);
  const stalled = connect(Number(port), hostname).pause();
  stalled
    .on('error', () => {})
    .write(
      [
        'GET /ws/messages HTTP/1.1',
        `Host: ${hostname}:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Cookie: ${cookie}`,
        '\r\n',
      ].join('\r\n'),
    );
  const { hub } = server.app;
  await until(() => hub.size === 2);
  const event = JSON.stringify({ type: 'NEW_MESSAGE', tags: ['x'.repeat(20_000)], within: 0 });
  let sent = 0;
  await until(() => {
    for (const session of hub.sessions) hub.send(session, event);
    sent += 1;
    return hub.size === 1;
  });
  await until(() => bobs.events.length === sent);
  stalled.destroy();
});
