import { expect, test } from 'bun:test';
import { enqueue } from '../../../src/outbox/outbox';
import { boardPush } from '../../../src/outbox/push-words';
import { startTwilio } from '../../support/twilio';
import { runWhileKilled } from '../killed-worker';
import { house } from './world';

const PEOPLE = 18;
const KILLS = 2;

test('each notice comes once, pushed or texted, however often the process is killed', async () => {
  await using twilio = await startTwilio();
  await using world = await house(twilio.environment);
  const { app, service } = world;
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    firstName: 'Member',
    lastName: `${n}`,
    phone: `+1202555${1000 + n}`,
  }));
  const browsers = await Promise.all(people.map((person) => world.browser(person)));
  // the subscription of every third browser has ended
  const isGone = (n: number) => n % 3 === 0;
  for (const [n, browser] of browsers.entries()) if (isGone(n)) service.end(browser);
  for (const { phone } of people)
    enqueue(app, { to: phone, body: `To ${phone}`, kind: 'membership', push: boardPush('house', phone) });
  twilio.failAlways({ slow: 25 });

  const outcome = await runWhileKilled(app, twilio.environment, {
    kills: KILLS,
    count: () => service.requests.length,
    step: PEOPLE / (2 * KILLS),
  });

  expect(outcome).toEqual({ killed: KILLS, exitCode: 0 });
  const texted = people.filter((_, n) => isGone(n)).map(({ phone }) => phone);
  expect(twilio.texts.map(({ to }) => to).sort()).toEqual(texted);
  const pushed = browsers.filter((_, n) => !isGone(n));
  expect(pushed.map((browser) => world.shown(browser).length)).toEqual(pushed.map(() => 1));
  expect(new Set(app.outbox().map(({ state }) => state))).toEqual(new Set(['pushed', 'sent']));
});
