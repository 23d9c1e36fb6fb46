import { expect, test } from 'bun:test';
import { ann, bob } from './cast';
import { DAY } from './clock';
import { testServer } from './server';
import { startTwilio } from './twilio';

const session = '/api/auth/session';

test('a person is signed in with the texted code, and nobody else is', async () => {
  await using server = await testServer();
  expect((await server.as(ann).get<{ authenticated: boolean }>(session)).body.authenticated).toBe(true);
  expect((await server.stranger().get<{ authenticated: boolean }>(session)).body.authenticated).toBe(false);
  await server.introduce(ann);
  expect((await server.as(ann).get('/api/profile')).body).toMatchObject({
    firstName: 'Ann',
    phoneNumber: ann.phone,
  });
  expect((await server.as(bob).get('/api/profile')).body).toMatchObject({ firstName: null });
});

test('a text through either gateway becomes a message', async () => {
  await using twilio = await startTwilio();
  await using real = await testServer({ twilio });
  await using simulated = await testServer();
  expect((await twilio.text(real, bob.phone, 'Milk #food')).status).toBe(200);
  expect((await simulated.text(bob, 'Milk #food')).status).toBe(201);
  for (const server of [real, simulated])
    expect((await server.as(bob).get('/api/messages')).body).toMatchObject([
      { content: 'Milk #food', tags: ['food'] },
    ]);
});

test('two servers at once share no data', async () => {
  await using one = await testServer();
  await using other = await testServer();
  await one.text(bob, 'Only here');
  expect((await other.as(bob).get('/api/messages')).body).toEqual([]);
});

test('a test can freeze and move the clock of the app', async () => {
  await using server = await testServer();
  const { clock } = server.app;
  clock.freeze(Date.UTC(2026, 0, 31, 12));
  await server.text(bob, 'First');
  clock.advance(DAY);
  await server.text(bob, 'Second');
  expect((await server.as(bob).get('/api/messages')).body).toMatchObject([
    { content: 'Second', timestamp: '2026-02-01T12:00:00.000Z' },
    { content: 'First', timestamp: '2026-01-31T12:00:00.000Z' },
  ]);
});
