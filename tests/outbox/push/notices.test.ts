import { expect, test } from 'bun:test';
import { outbox } from '../../../db/schema';
import { RATE_LIMITS } from '../../../src/app/rate-limits';
import { removeMember } from '../../../src/boards/leaving';
import { renameShared } from '../../../src/boards/naming';
import { setDigest } from '../../../src/notices/digests/digests';
import { sendDueDigests } from '../../../src/notices/digests/due';
import { sendGatheredNotifications } from '../../../src/notices/notifications';
import { setChannel } from '../../../src/notices/preferences';
import { sendDueReminders } from '../../../src/notices/reminders/due';
import { setReminder } from '../../../src/notices/reminders/reminders';
import { continueBroadcast } from '../../../src/operators/broadcast-queue';
import { startBroadcast } from '../../../src/operators/broadcasts';
import { checkPushes } from '../../../src/operators/health/pushes';
import { isBudgetSpent } from '../../../src/outbox/budget';
import { issueCode } from '../../../src/people/auth/codes';
import { ann } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { share } from '../../support/house';
import { textIn } from '../../support/texts';
import { startTwilio } from '../../support/twilio';
import { house, pushDue, statesOf, testHouse } from './world';

testHouse('posts of a board that is set to text are texted, others are pushed', async (world) => {
  const { app, owner, member } = world;
  const browser = await world.browser();
  share(app, owner, 'food', ann);
  setChannel(app, member, { boardId: world.board, channel: 'text' });
  world.post('Lamp #house');
  await world.push('Ramen #food');
  expect(statesOf(app, ann)).toEqual(['membership pushed', 'notification queued', 'notification pushed']);
  expect(
    world
      .shown(browser)
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['#food', 'Bob Ray in #food']);
});

testHouse('changes of boards are pushed with who made them', async (world) => {
  const { app, owner, member, board } = world;
  const browser = await world.browser();
  renameShared(app, owner, board, 'home');
  await pushDue(app);
  removeMember(app, owner, board, member.id);
  await pushDue(app);
  expect(world.shown(browser)).toMatchObject([
    {
      title: '#home',
      body: 'Bob Ray renamed the shared board #house. It is #home for you now.',
      path: '/tag/shared/home',
    },
    {
      title: '#home',
      body: 'Bob Ray removed you from the shared board #home. What you posted there is still yours.',
      path: '/',
    },
  ]);
});

testHouse('a reminder is pushed as urgent, its words only where they are wanted', async (world) => {
  const { app, member } = world;
  const [plain, quoting] = [await world.browser(), await world.browser(ann, true)];
  const message = world.post('Call mum', member);
  setReminder(app, member, message, { at: app.now() + HOUR, starts: null, rule: null });
  app.clock.advance(HOUR);
  await sendDueReminders(app);
  await pushDue(app);
  const open = { title: 'Reminder', path: '/reminders' };
  expect(world.shown(plain)).toMatchObject([{ ...open, body: expect.not.stringContaining('mum') }]);
  expect(world.shown(quoting)).toMatchObject([{ ...open, body: 'Call mum' }]);
  expect(world.service.received(plain)).toMatchObject([{ urgency: 'high' }]);
  expect(statesOf(app, ann)).toEqual(['reminder pushed']);
});

testHouse('a digest is pushed, or texted if one of its boards is set to text', async (world) => {
  const { app, owner, member } = world;
  const browser = await world.browser(ann, true);
  const food = share(app, owner, 'food', ann);
  await pushDue(app);
  setDigest(app, member, { time: '08:00' });
  for (const way of ['push', 'text'] as const) {
    setChannel(app, member, { boardId: food, channel: way });
    for (const content of ['Lamp #house', 'Shade #house', 'Ramen #food']) world.post(content);
    app.clock.advance(DAY);
    await sendDueDigests(app);
    await pushDue(app);
  }
  expect(world.shown(browser)[1]).toMatchObject({
    title: '3 new on your boards',
    body: '#house 2, #food 1. Bob Ray in #food: Ramen',
    path: '/',
  });
  expect(statesOf(app, ann).slice(1)).toEqual(['notification pushed', 'notification queued']);
});

testHouse('codes, answers and broadcasts are texted also to those who get pushes', async (world) => {
  const { app, owner } = world;
  await world.browser();
  issueCode(app, ann.phone, { address: null });
  textIn(app, ann, 'HELP');
  startBroadcast(app, owner, 'Hello');
  continueBroadcast(app);
  const states = statesOf(app, ann);
  expect(states).toEqual(expect.arrayContaining(['code queued', 'broadcast queued']));
  expect(states.filter((state) => state.includes('push'))).toEqual([]);
});

test('a push costs nothing, and the text in its place waits for the budget', async () => {
  await using twilio = await startTwilio();
  await using world = await house({ ...twilio.environment, SMS_BUDGET: '0.000001' });
  const { app } = world;
  const browser = await world.browser();
  const month = new Date(app.now()).toISOString().slice(0, 7);
  app.db.$client.run(
    "insert into text_costs (month, direction, kind, phone, currency, texts, segments, amount) values (?, 'out', 'code', '', 'USD', 1, 1, 10000)",
    [month],
  );
  expect(isBudgetSpent(app)).toBe(true);
  await world.push('Lamp #house');
  expect(world.shown(browser)).toHaveLength(1);
  expect(checkPushes(app)).toMatchObject([
    { state: 'good', value: '1 browser', advice: 'This month pushes spared 1 text, about 0.01 USD.' },
  ]);
  world.service.end(browser);
  app.clock.advance(2 * MINUTE);
  await world.push('Shade #house');
  expect(statesOf(app, ann)).toEqual(['notification pushed', 'notification limited']);
});

test('past the limit of a person, pushes are folded into a summary too', async () => {
  await using twilio = await startTwilio();
  await using world = await house(twilio.environment);
  const { app } = world;
  await world.browser();
  const { max } = RATE_LIMITS['notification to a person a day'];
  for (let n = 0; n <= max; n++) {
    world.post(`Post ${n} #house`);
    app.clock.advance(MINUTE);
  }
  app.clock.advance(4 * HOUR);
  sendGatheredNotifications(app);
  const pushes = app.db.select({ push: outbox.push }).from(outbox).all();
  expect(pushes).toHaveLength(max + 1);
  expect(pushes.at(-1)?.push?.body).toBe('1 more today');
});
