import { expect, test } from 'bun:test';
import { outbox } from '../../../db/schema';
import { sendGatheredNotifications } from '../../../src/notices/notifications';
import { setPreference } from '../../../src/notices/preferences';
import { enqueue } from '../../../src/outbox/outbox';
import { listSubscriptions } from '../../../src/outbox/push/subscriptions';
import { boardPush } from '../../../src/outbox/push-words';
import { ann } from '../../support/cast';
import { HOUR, MINUTE, SECOND } from '../../support/clock';
import { openPushService } from '../../support/push-service';
import { testServer, until } from '../../support/server';
import { textIn } from '../../support/texts';
import { house, pushDue, statesOf, testHouse } from './world';

testHouse('a post is pushed to all browsers of a member, and not texted', async (world) => {
  const [phone, desk] = [await world.browser(), await world.browser(ann, true)];
  const message = await world.push('New lamp, see https://evil.example #house');
  const tag = `outbox-${world.app.db.select().from(outbox).get()!.id}`;
  const notice = { title: 'Bob Ray in #house', path: `/tag/shared/house#message-${message}`, tag };
  expect(world.shown(phone)).toEqual([{ ...notice, body: 'New post' }]);
  expect(world.shown(desk)).toEqual([{ ...notice, body: 'New lamp, see (link)' }]);
  expect(statesOf(world.app, ann)).toEqual(['notification pushed']);
  const [push] = world.service.received(phone);
  expect(push).toMatchObject({ topic: tag, urgency: 'normal', ttl: 86_400 });
  expect(push!.claims).toMatchObject({ sub: 'https://notes.example' });
  expect(world.app.db.select().from(outbox).get()).toMatchObject({ push: null, sentAt: null, sid: null });
});

testHouse('posts that follow within a minute are gathered into one push', async (world) => {
  const browser = await world.browser(ann, true);
  await world.push('Lamp #house');
  for (const content of ['Shade #house', 'Bulb #house']) world.post(content);
  world.app.clock.advance(MINUTE);
  sendGatheredNotifications(world.app);
  await pushDue(world.app);
  expect(world.shown(browser).map(({ body }) => body)).toEqual(['Lamp', '2 new posts. Bulb']);
});

testHouse('a member who muted the board gets no push', async (world) => {
  const browser = await world.browser();
  world.post('One #house');
  setPreference(world.app, world.member, world.board, false);
  world.app.clock.advance(MINUTE);
  await world.push('Two #house');
  expect(world.shown(browser)).toHaveLength(1);
  expect(statesOf(world.app, ann)).toEqual(['notification pushed']);
});

testHouse('a push that has waited for half a day is dropped', async (world) => {
  const browser = await world.browser();
  world.post('Lamp #house');
  world.app.clock.advance(12 * HOUR + MINUTE);
  await pushDue(world.app);
  expect([statesOf(world.app, ann), world.shown(browser)]).toEqual([['notification dropped'], []]);
});

testHouse('the text goes once if the subscriptions of all browsers have ended', async (world) => {
  const [first, second] = [await world.browser(), await world.browser()];
  world.service.end(first);
  world.service.end(second, 404);
  await world.push('Lamp #house');
  expect(world.app.outbox(ann.phone)).toMatchObject([
    { kind: 'notification', state: 'queued', body: expect.stringContaining('Bob Ray: Lamp') },
  ]);
  expect(listSubscriptions(world.app, world.member, '')).toEqual([]);
  world.app.clock.advance(2 * MINUTE);
  world.post('Shade #house');
  expect(statesOf(world.app, ann)).toEqual(['notification queued', 'notification queued']);
});

testHouse('one browser that takes the push is enough; an ended one is forgotten', async (world) => {
  const [gone, kept] = [await world.browser(), await world.browser()];
  world.service.end(gone);
  await world.push('Lamp #house');
  expect(statesOf(world.app, ann)).toEqual(['notification pushed']);
  expect(listSubscriptions(world.app, world.member, '')).toMatchObject([{ id: kept.id, failing: false }]);
});

testHouse('a busy push service is tried for minutes, then the text goes', async (world) => {
  const browser = await world.browser();
  for (const status of [503, 429, 500, 502]) world.service.failNext({ status });
  world.post('Lamp #house');
  for (const wait of [0, 5, 20]) {
    world.app.clock.advance(wait * SECOND);
    await pushDue(world.app);
    expect(statesOf(world.app, ann)).toEqual(['notification pushing']);
  }
  expect(listSubscriptions(world.app, world.member, '')).toMatchObject([{ failing: true }]);
  world.app.clock.advance(MINUTE);
  await pushDue(world.app);
  expect(statesOf(world.app, ann)).toEqual(['notification queued']);
  expect(world.shown(browser)).toEqual([]);
});

test.each([
  ['was away', 'before storing'],
  ['took it and lost the answer', 'after storing'],
] as const)('a push service that %s gets the push once more, shown once', async (_, drop) => {
  await using world = await house();
  const browser = await world.browser();
  world.service.failNext({ drop });
  await world.push('Lamp #house');
  world.app.clock.advance(5 * SECOND);
  await pushDue(world.app);
  expect(world.service.requests).toHaveLength(2);
  expect(world.shown(browser)).toHaveLength(1);
  expect(statesOf(world.app, ann)).toEqual(['notification pushed']);
});

testHouse('a Retry-After of minutes is waited for, and a longer one is not', async (world) => {
  await world.browser();
  world.service.failNext({ status: 429, retryAfter: 90 });
  await world.push('Lamp #house');
  world.app.clock.advance(89 * SECOND);
  const before = world.service.requests.length;
  await pushDue(world.app);
  expect(world.service.requests).toHaveLength(before);
  world.service.failNext({ status: 503, retryAfter: 600 });
  world.app.clock.advance(SECOND);
  await pushDue(world.app);
  expect(statesOf(world.app, ann)).toEqual(['notification queued']);
});

testHouse('a push that is too large is sent without the quotation', async (world) => {
  const browser = await world.browser(ann, true);
  world.service.failNext({ status: 413 });
  await world.push('Lamp #house');
  expect(world.shown(browser)).toMatchObject([{ body: 'New post' }]);
});

testHouse('a push that is refused goes as a text, and the browser is kept', async (world) => {
  await world.browser();
  world.service.failNext({ status: 403 });
  await world.push('Lamp #house');
  expect(statesOf(world.app, ann)).toEqual(['notification queued']);
  expect(listSubscriptions(world.app, world.member, '')).toMatchObject([{ failing: true }]);
});

testHouse('a person who texted STOP gets pushes, and no text if a push fails', async (world) => {
  const browser = await world.browser();
  textIn(world.app, ann, 'STOP');
  world.app.db.delete(outbox).run();
  await world.push('Lamp #house');
  expect(world.shown(browser)).toHaveLength(1);
  world.service.end(browser);
  world.app.clock.advance(2 * MINUTE);
  await world.push('Shade #house');
  expect(statesOf(world.app, ann)).toEqual(['notification pushed', 'notification dropped']);
});

test('the worker pushes to one person in order, and texts what no browser takes', async () => {
  await using push = await openPushService();
  await using server = await testServer({ push });
  const { app } = server;
  const client = server.as(ann);
  const key = await client.get<{ publicKey: string }>('/api/push/key');
  const browser = push.subscribe(key.body.publicKey);
  await client.post('/api/push/subscriptions', browser);
  const texts = ['one', 'two', 'three', 'four'].map((body) => ({
    to: ann.phone,
    body,
    kind: 'membership' as const,
    push: boardPush('house', body),
  }));
  for (const text of texts) enqueue(app, text);
  await until(() => statesOf(app, ann).filter((state) => state === 'membership pushed').length === 4);
  expect(push.received(browser).map(({ text }) => JSON.parse(text).body)).toEqual(
    texts.map(({ body }) => body),
  );
  push.end(browser);
  enqueue(app, { ...texts[0]!, body: 'Texted' });
  await until(() => server.received(ann.phone).includes('Texted'));
});

testHouse('a STOP by text is told by push, once, and never by text', async (world) => {
  const browser = await world.browser();
  for (const text of ['STOP', 'STOP']) textIn(world.app, ann, text);
  await pushDue(world.app);
  expect(world.shown(browser)).toMatchObject([
    { path: '/profile', body: expect.stringContaining('A text with STOP came from your number') },
  ]);
  world.service.end(browser);
  for (const text of ['START', 'STOP']) textIn(world.app, ann, text);
  await pushDue(world.app);
  expect(statesOf(world.app, ann).filter((state) => state === 'stop dropped')).toHaveLength(1);
});
