import { expect } from 'bun:test';
import { onEffectError, transaction } from '../../db/open';
import { syncLog } from '../../db/write-ahead-log';
import { edit } from '../../src/messages/editing';
import { allMessages } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { createSession, findSession } from '../../src/people/auth/sessions';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { DAY } from '../support/clock';
import { post } from '../support/house';
import { ensureUser, versionOf } from '../support/people';

async function listen(app: TestApp): Promise<string[]> {
  const events: string[] = [];
  const cookie = (await createSession(app, ensureUser(app, bob).id)).split(';')[0] ?? '';
  const session = findSession(app, cookie)!.id;
  app.hub.join({ session, send: (text) => void events.push(text), close: () => {} });
  return events;
}

test('a member gets an event for a new or edited message once it is stored', async ({ app, owner }) => {
  const events = await listen(app);
  const id = transaction(app.db, () => {
    return post(app, owner, 'Lamp #house');
  });
  edit(app, owner, id, { content: 'Green lamp' });
  expect(events).toEqual([]);
  await syncLog(app.db);
  expect(events).toEqual(Array(2).fill('{"type":"NEW_MESSAGE","tags":["house"],"within":0}'));
});

test('the more readers listen, the longer the time in which they fetch a message', async ({ app, owner }) => {
  const user = ensureUser(app, bob);
  const withins: number[] = [];
  const send = (text: string) => void withins.push(JSON.parse(text).within);
  for (let n = 0; n < 10; n++) {
    const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
    app.hub.join({ session: findSession(app, cookie)!.id, send, close: () => {} });
  }
  await createSession(app, user.id); // no page is open in this session
  post(app, owner, 'Lamp #house');
  await syncLog(app.db);
  expect(withins).toEqual(Array(10).fill(7));
});

test('an expired session whose socket is still open hears nothing', async ({ app, owner }) => {
  const events = await listen(app);
  post(app, owner, 'Lamp #house');
  await syncLog(app.db);
  expect(events).toHaveLength(1);
  app.clock.advance(31 * DAY);
  post(app, owner, 'Sofa #house');
  await syncLog(app.db);
  expect(events).toHaveLength(1);
});

test('nobody is told of a message that was rolled back', async ({ app, owner, member }) => {
  const events = await listen(app);
  const before = [versionOf(app, member), app.outbox().length];
  const failing = () => {
    post(app, owner, 'Lamp #house');
    throw new Error('refused');
  };
  expect(() => transaction(app.db, failing)).toThrow('refused');
  expect([versionOf(app, member), app.outbox().length]).toEqual(before);
  await syncLog(app.db);
  expect(events).toEqual([]);
  post(app, owner, 'Lamp #house');
  await syncLog(app.db);
  expect(events).toHaveLength(1);
  expect(app.outbox(bob.phone).at(-1)?.kind).toBe('notification');
});

test('a message is stored although its event cannot be sent', async ({ app, owner }) => {
  await listen(app);
  const reported: string[] = [];
  onEffectError(app.db, (error) => reported.push((error as Error).message));
  app.hub.send = () => {
    throw new Error('socket closed');
  };
  const id = post(app, owner, 'Lamp #house');
  await syncLog(app.db);
  expect(reported).toEqual(['socket closed']);
  expect(allMessages(app, owner).map((message) => message.id)).toEqual([id]);
});

test('a message can be announced to everybody or to nobody', async ({ app, owner, member }) => {
  const events = await listen(app);
  const send = async (audience: 'members' | 'nobody') => {
    const [texts, heard, version] = [app.outbox(bob.phone).length, events.length, versionOf(app, member)];
    create(app, owner, { content: 'Lamp #house', source: 'sms', audience });
    await syncLog(app.db);
    expect(versionOf(app, member)).toBeGreaterThan(version);
    return [app.outbox(bob.phone).length - texts, events.length - heard];
  };
  expect(await send('members')).toEqual([1, 1]);
  expect(await send('nobody')).toEqual([0, 0]);
  expect(post(app, ensureUser(app, ann), 'Lamp #house')).toBeGreaterThan(0);
  await syncLog(app.db);
  expect(events).toHaveLength(2); // by default every member is told
});
