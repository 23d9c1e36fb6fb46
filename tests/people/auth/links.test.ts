import { expect } from 'bun:test';
import { outbox } from '../../../db/schema';
import type { TestApp } from '../../support/app';
import { testApp } from '../../support/app';
import { ann, bob, eve } from '../../support/cast';
import { copyOf } from '../../support/client';
import { HOUR, MINUTE } from '../../support/clock';
import { ensureUser } from '../../support/people';
import { type TestServer, until } from '../../support/server';
import { test } from '../../support/server-test';
import { kindsOf, messagesOf, repliesTo, textIn } from '../../support/texts';
import { startTwilio } from '../../support/twilio';
import { TWILIO } from '../../support/twilio-account';

const tokenIn = (body: string) => /\/in\/([\w-]+)/.exec(body)?.[1] ?? '';
const lastText = (app: TestApp, phone: string) => app.outbox(phone).at(-1)!;

async function askForLink(server: TestServer): Promise<string> {
  const before = server.received(ann.phone).length;
  await server.text(ann, 'LOGIN');
  return until(() => server.received(ann.phone).slice(before).map(tokenIn).find(Boolean));
}

const stateOf = async (server: TestServer, token: string) =>
  (await server.stranger().get<{ state: string; user: object | null }>(`/api/auth/link/${token}`)).body;

test('LOGIN is answered with a link that signs a browser in once', async ({ server }) => {
  await server.introduce(ann);
  const token = await askForLink(server);
  expect(token).toHaveLength(22);
  expect(await stateOf(server, token)).toEqual({
    state: 'open',
    user: { id: 1, name: 'Ann Lee', phoneNumber: '+1 ••• ••• 0111' },
  });
  const phone = server.stranger();
  expect(await phone.post('/api/auth/link', { token })).toMatchObject({
    status: 200,
    body: { message: 'Welcome, Ann Lee!' },
  });
  const devices = (await phone.get<{ current: boolean }[]>('/api/sessions')).body;
  expect(devices.map(({ current }) => current)).toEqual([true, false]);
  expect(await stateOf(server, token)).toEqual({ state: 'used', user: null });
  const again = await server.stranger().post('/api/auth/link', { token });
  expect(again).toMatchObject({ status: 400, body: { error: 'This link has been used already.' } });
  expect(messagesOf(server.app, ann)).toEqual([]);
});

test('a messenger that fetches a link for a preview does not use it up', async ({ server }) => {
  await server.introduce(ann);
  const token = await askForLink(server);
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${server.url}/in/${token}`, { method });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    await fetch(`${server.url}/api/auth/link/${token}`, { method });
    await fetch(`${server.url}/api/auth/link?token=${token}`, { method });
  }
  expect(await stateOf(server, token)).toMatchObject({ state: 'open' });
});

test('a link ends after ten minutes, and an unknown one is answered alike', async ({ server }) => {
  await server.introduce(ann);
  const token = await askForLink(server);
  server.app.clock.advance(10 * MINUTE);
  const answers = await Promise.all(
    [token, 'k3J9x_2Qk3J9x_2Qk3J9xw'].map((token) => server.stranger().post('/api/auth/link', { token })),
  );
  const refused = { error: 'This link has expired.', message: 'This link has expired.' };
  for (const { status, text } of answers) {
    expect({ status, body: JSON.parse(text) }).toMatchObject({ status: 400, body: refused });
    expect(text).toBe(answers[0]!.text);
  }
  expect(await stateOf(server, token)).toEqual({ state: 'expired', user: null });
});

test('a sign-in by a link ends the session that the browser had', async ({ server }) => {
  await server.introduce(ann);
  const token = await askForLink(server);
  const browser = await server.introduce(bob);
  const copy = copyOf(server.url, browser);
  await browser.post('/api/auth/link', { token });
  expect((await browser.get<{ userId: number }>('/api/auth/session')).body.userId).toBe(1);
  expect((await copy.get('/api/messages')).status).toBe(401);
});

test('the outbox and the database do not keep a link', async ({ server }) => {
  await server.introduce(ann);
  const token = await askForLink(server);
  const rows = server.app.db.select().from(outbox).all();
  expect(rows.at(-1)).toMatchObject({ kind: 'code', body: '', state: 'sent' });
  // deletes the simulator's copy of the text, which contains the link
  server.app.db.run('delete from simulator_texts');
  expect(JSON.stringify(server.app.db.$client.query('select * from sign_in_links').all())).not.toContain(
    token,
  );
});

test('an unknown number that texts LOGIN gets no link', async () => {
  await using app = testApp();
  textIn(app, eve, 'LOGIN');
  expect(app.outbox(eve.phone).map(({ kind }) => kind)).toEqual(['welcome']);
  expect(messagesOf(app, eve)).toEqual(['LOGIN']);
});

test('after five links in an hour the answer says how to sign in without one', async () => {
  await using app = testApp();
  ensureUser(app, ann);
  for (let n = 0; n < 5; n++) textIn(app, ann, 'login.');
  textIn(app, ann, 'LOGIN');
  expect(app.outbox(ann.phone).map(({ kind }) => kind)).toEqual([...Array(5).fill('code'), 'reply']);
  expect(lastText(app, ann.phone).body).toContain('/login');
  app.clock.advance(HOUR);
  textIn(app, ann, 'Login');
  expect(tokenIn(lastText(app, ann.phone).body)).not.toBe('');
});

test('a number that has texted STOP gets no link', async () => {
  await using app = testApp();
  ensureUser(app, ann);
  textIn(app, ann, 'STOP');
  textIn(app, ann, 'LOGIN');
  expect([app.outbox(ann.phone), messagesOf(app, ann)]).toEqual([[], []]);
});

test('a server without PUBLIC_URL says that it cannot make a link', async () => {
  await using twilio = await startTwilio();
  await using app = testApp({ ...TWILIO, TWILIO_API_URL: twilio.url });
  ensureUser(app, ann);
  textIn(app, ann, 'LOGIN');
  expect(repliesTo(app, ann)).toEqual([
    'This server does not know its address, so it cannot make a sign-in link. Whoever runs it has to set PUBLIC_URL.',
  ]);
});

test('a phone that quotes the text with a link stores nothing', async ({ server }) => {
  await server.introduce(ann);
  await askForLink(server);
  await server.text(ann, `Liked “${server.received(ann.phone).at(-1)}”`);
  expect([kindsOf(server.app, ann).at(-1), messagesOf(server.app, ann)]).toEqual(['echo', []]);
});
