import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { outbox } from '../../../db/schema';
import { enqueue } from '../../../src/outbox/outbox';
import { boardPush } from '../../../src/outbox/push-words';
import { startTwilio } from '../../support/twilio';
import { house } from './world';

const WORKER = join(import.meta.dir, 'push-process.ts');
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

  const { PATH } = process.env;
  const start = () =>
    Bun.spawn([process.execPath, WORKER], {
      env: { PATH, DATA_DIR: app.config.dataDir, LOG_LEVEL: 'silent', ...twilio.environment },
    });
  let killed = 0;
  while (killed < KILLS) {
    const enough = service.requests.length + PEOPLE / (2 * KILLS);
    const worker = start();
    while (service.requests.length < enough && worker.exitCode === null) await Bun.sleep(1);
    if (worker.exitCode !== null) break;
    worker.kill('SIGKILL');
    await worker.exited;
    killed++;
  }
  expect(await start().exited).toBe(0);

  expect(killed).toBe(KILLS);
  const texted = people.filter((_, n) => isGone(n)).map(({ phone }) => phone);
  expect(twilio.texts.map(({ to }) => to).sort()).toEqual(texted);
  const pushed = browsers.filter((_, n) => !isGone(n));
  expect(pushed.map((browser) => world.shown(browser).length)).toEqual(pushed.map(() => 1));
  const states = app.db
    .select()
    .from(outbox)
    .all()
    .map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(['pushed', 'sent']));
});
