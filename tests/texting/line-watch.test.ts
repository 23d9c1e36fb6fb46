import { expect, test } from 'bun:test';
import { checkHealth } from '../../src/operators/health/health';
import { AWAY_AFTER_MS, watchLine } from '../../src/texting/line-watch';
import { testApp } from '../support/app';
import { ann, bob } from '../support/cast';
import { MINUTE } from '../support/clock';
import { testServer } from '../support/server';
import { startSmsGate } from '../support/smsgate';

const awayIn = (app: Parameters<typeof checkHealth>[0]) =>
  checkHealth(app).find(({ name }) => name === 'Line');

test.each(['local', 'server'] as const)('operators are told of a phone that was away (%s)', async (mode) => {
  const clock = { now: () => Date.now() };
  await using smsgate = await startSmsGate({ mode, now: () => clock.now() });
  await using app = testApp({
    ...smsgate.environment,
    ADMIN_PHONES: `${ann.phone},${smsgate.number}`,
    DEFAULT_TIMEZONE: 'UTC',
  });
  app.clock.freeze(Date.parse('2026-11-27T09:00:00Z'));
  clock.now = app.now;
  await watchLine(app);
  smsgate.phone.on = false;
  app.clock.advance(9 * MINUTE);
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'good' });
  app.clock.advance(2 * MINUTE);
  await watchLine(app);
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'bad', at: '2026-11-27T09:00:00.000Z' });
  expect(app.outbox()).toBeEmpty();
  smsgate.phone.on = true;
  app.clock.advance(MINUTE);
  await watchLine(app);
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'good' });
  expect(app.outbox().map(({ phone, body }) => [phone, body])).toEqual([
    [
      ann.phone,
      'The phone that texts for Tagline was not seen since Fri 27 Nov 9:00 am, for 12 minutes, and is back. What people texted meanwhile comes in now, and what waited for them goes out.',
    ],
  ]);
  for (let n = 0; n < 4; n++) {
    smsgate.phone.on = n % 2 === 1;
    app.clock.advance(15 * MINUTE);
    await watchLine(app);
  }
  expect(app.outbox()).toHaveLength(1); // at most one text in six hours
});

test('an uptime monitor reads that the phone is away', async () => {
  await using smsgate = await startSmsGate();
  await using server = await testServer({ line: smsgate });
  const anyone = server.stranger();
  await watchLine(server.app);
  smsgate.phone.on = false;
  server.app.clock.advance(AWAY_AFTER_MS + MINUTE);
  await watchLine(server.app);
  expect(await anyone.get('/readyz')).toMatchObject({
    status: 200,
    body: { status: 'ready', findings: [{ name: 'Line', state: 'bad', value: 'Away' }] },
  });
  expect((await anyone.get('/metrics')).text).toContain('tagline_line_away 1\n');
  smsgate.phone.on = true;
  await watchLine(server.app);
  expect((await anyone.get('/readyz')).body).toEqual({ status: 'ready' });
  expect((await anyone.get('/metrics')).text).toContain('tagline_line_away 0\n');
});

test('a phone that was never seen is away after ten minutes of looking', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  smsgate.phone.on = false;
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'good' });
  app.clock.advance(AWAY_AFTER_MS + 1000);
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'bad' });
});

test('a webhook of the phone counts as a sign of life', async () => {
  await using smsgate = await startSmsGate({ mode: 'server' });
  await using app = testApp(smsgate.environment);
  smsgate.phone.on = false;
  app.clock.advance(11 * MINUTE);
  const event = smsgate.eventOf(smsgate.receive(bob.phone, 'Milk'));
  const { headers, body } = smsgate.signed(event, { at: app.now() });
  app.sms.webhooks[0]!.read({ url: '', headers: new Headers(headers), body });
  await watchLine(app);
  app.clock.advance(9 * MINUTE);
  await watchLine(app);
  expect(awayIn(app)).toMatchObject({ state: 'good' });
});

test('a line that cannot go away is not watched', async () => {
  await using app = testApp();
  await watchLine(app);
  app.clock.advance(60 * MINUTE);
  await watchLine(app);
  expect(awayIn(app)).toBeUndefined();
});
