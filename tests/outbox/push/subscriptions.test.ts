import { expect, test } from 'bun:test';
import { pushSubscriptions } from '../../../db/schema';
import type { PushSubscription } from '../../../src/contract/push';
import { deleteAccount } from '../../../src/messages/delete-account';
import { endSignIns } from '../../../src/operators/sign-ins';
import { listBrowsers } from '../../../src/outbox/push/browsers';
import { pushKeys } from '../../../src/outbox/push/keys';
import { listSubscriptions, subscribe } from '../../../src/outbox/push/subscriptions';
import { createSession, findSession, revokeSession } from '../../../src/people/auth/sessions';
import type { TestApp } from '../../support/app';
import { ann, bob } from '../../support/cast';
import { DAY } from '../../support/clock';
import { ensureUser } from '../../support/people';
import { openPushService } from '../../support/push-service';
import { testServer } from '../../support/server';
import { house, statesOf, testHouse } from './world';

const PUSH = '/api/push/subscriptions';

const countStored = (app: TestApp) => app.db.select().from(pushSubscriptions).all().length;

test('a browser subscribes, is listed, shows texts if asked to, and is removed', async () => {
  await using push = await openPushService();
  await using server = await testServer({ push });
  const client = server.as(ann);
  const key = await client.get<{ publicKey: string }>('/api/push/key');
  const subscription = push.subscribe(key.body.publicKey);
  const added = await client.post<PushSubscription>(PUSH, subscription);
  expect([added.status, added.body]).toMatchObject([201, { current: true, showsText: false, takenAt: null }]);
  const one = `${PUSH}/${added.body.id}`;
  const changed = await client.patch(one, { showsText: true });
  expect(changed.body).toEqual({ ...added.body, showsText: true });
  // a browser sends its subscription again at each start, which changes nothing
  expect((await client.post(PUSH, subscription)).body).toEqual(changed.body);
  expect((await client.get(PUSH)).body).toEqual([changed.body]);
  expect((await client.delete(one)).status).toBe(200);
  expect((await client.get(PUSH)).body).toEqual([]);
});

testHouse('a browser that signs out gets no more pushes', async (world) => {
  const [signedOut, other] = [await world.browser(), await world.browser()];
  await revokeSession(world.app, signedOut.cookie);
  await world.push('Lamp #house');
  expect([world.shown(signedOut).length, world.shown(other).length]).toEqual([0, 1]);
});

testHouse('pushes end with the sign-ins, after a month and with the account', async (world) => {
  const { app, member, owner } = world;
  await world.browser();
  endSignIns(app, owner, member.id);
  expect(listBrowsers(app, ann.phone)).toEqual([]);
  await world.browser();
  app.clock.advance(31 * DAY);
  expect(listBrowsers(app, ann.phone)).toEqual([]);
  world.post('Lamp #house');
  expect(statesOf(app, ann)).toEqual(['notification queued']);
  expect(countStored(app)).toBe(1);
  deleteAccount(app, member);
  expect(countStored(app)).toBe(0);
});

testHouse('a browser in which somebody else signs in pushes only to them', async ({ app, ...world }) => {
  const shared = await world.browser(ann);
  const cookie = (await createSession(app, world.owner.id)).split(';')[0]!;
  subscribe(app, world.owner, findSession(app, cookie)!.id, shared);
  expect(listBrowsers(app, ann.phone)).toEqual([]);
  expect(listBrowsers(app, bob.phone)).toMatchObject([{ endpoint: shared.endpoint }]);
});

testHouse('the eleventh browser takes the place of the oldest', async (world) => {
  const ids: number[] = [];
  for (let n = 0; n < 11; n++) {
    ids.push((await world.browser()).id);
    world.app.clock.advance(1000);
  }
  const listed = listSubscriptions(world.app, world.member, '').map(({ id }) => id);
  expect(listed).toEqual(ids.slice(1).reverse());
});

testHouse('an inner endpoint, one without https and one with wrong keys are refused', async (world) => {
  const { app, member } = world;
  const { session, endpoint, keys } = await world.browser();
  const wrong = [
    { endpoint: 'https://localhost/push', keys },
    { endpoint: 'https://push.internal/1', keys },
    { endpoint: 'https://user:word@push.example.net/1', keys },
    { endpoint: 'http://push.example.net/1', keys },
    { endpoint: 'data:text/plain,push', keys },
    { endpoint, keys: { ...keys, p256dh: 'B'.repeat(87) } },
  ];
  for (const subscription of wrong) expect(() => subscribe(app, member, session, subscription)).toThrow();
  expect(listBrowsers(app, ann.phone)).toMatchObject([{ endpoint }]);
});

test('an endpoint whose host has an address in our own network gets no request', async () => {
  await using world = await house({ PREVIEW_ALLOW: '' });
  const browser = await world.browser();
  const { createWeb } = await import('../../../src/outside/web');
  Object.assign(world.app, { web: createWeb({ ...world.service.reach, allow: [] }) });
  await world.push('Lamp #house');
  expect(world.service.requests).toEqual([]);
  expect(world.shown(browser)).toEqual([]);
  expect(statesOf(world.app, ann)).toEqual(['notification queued']);
});

testHouse('the keys stay the same as long as the secret does', async (world) => {
  await using other = await house();
  const { publicKey } = pushKeys(world.app);
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
  expect(pushKeys({ ...world.app })).toEqual(pushKeys(world.app));
  expect(pushKeys(other.app).publicKey).not.toBe(publicKey);
  expect(ensureUser(world.app, ann).id).toBe(world.member.id);
});
