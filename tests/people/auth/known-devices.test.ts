import { expect } from 'bun:test';
import { addKnownUser, readDevice } from '../../../src/people/auth/known-devices';
import { testApp } from '../../support/app';
import { ann, bob, cho, dee } from '../../support/cast';
import { ensureUser } from '../../support/people';
import { until } from '../../support/server';
import { testTwilio as test } from '../../support/twilio-server';

test('a device is known for the last five people who signed in on it', async () => {
  await using app = testApp();
  const eve = { ...dee, phone: '+12025550177' };
  const [first, ...others] = [ann, bob, cho, dee, eve, { ...dee, phone: '+12025550178' }].map((person) =>
    ensureUser(app, person),
  );
  let cookie = addKnownUser(app, null, first!);
  const id = readDevice(app, cookie, first!);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(addKnownUser(app, cookie, first!)).toBe(cookie);
  expect(readDevice(app, cookie, others[0]!)).toBeNull();
  for (const user of others) cookie = addKnownUser(app, cookie, user);
  expect(others.map((user) => readDevice(app, cookie, user))).toEqual(others.map(() => id));
  expect(readDevice(app, cookie, first!)).toBeNull();
  for (const forged of ['', '.', `${id}`, `x${cookie}`, cookie.split('.').slice(1).join('.'), 'a.b.c'])
    expect(readDevice(app, forged, others.at(-1)!)).toBeNull();
  expect(addKnownUser(app, 'not an id', first!)).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
});

test('somebody signs in on a known device after five logins by a stranger', async ({ twilio, server }) => {
  const browser = server.stranger();
  const signIn = async () => {
    const before = twilio.sentTo(ann.phone).length;
    expect((await browser.post('/api/auth/login', { phoneNumber: ann.phone })).status).toBe(200);
    const text = await until(() => twilio.sentTo(ann.phone)[before]);
    const code = /^\d{6}/.exec(text)![0];
    expect((await browser.post('/api/auth/verify', { phoneNumber: ann.phone, code })).status).toBe(200);
  };
  await signIn();
  await browser.post('/api/auth/logout');
  for (let n = 0; n < 6; n++) await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone });
  expect((await server.stranger().post('/api/auth/login', { phoneNumber: ann.phone })).status).toBe(429);
  const unsent = server.app.db.$client.query(
    "select 1 from outbox where kind = 'code' and state in ('queued', 'sending')",
  );
  await until(() => !unsent.get());
  await signIn();
});
