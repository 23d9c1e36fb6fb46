import { expect } from 'bun:test';
import type { FirstSteps } from '../../src/contract/first-steps';
import { ann, bob } from '../support/cast';
import { png } from '../support/pictures';
import { until } from '../support/server';
import { test } from '../support/server-test';

const STEPS = '/api/profile/first-steps';
const NONE = { texted: false, photo: false, shared: false, found: false, dismissed: false };

test('each first step is ticked off when the person takes it', async ({ server, client }) => {
  const steps = async () => (await client.get<FirstSteps>(STEPS)).body;
  expect(await steps()).toEqual(NONE);
  await client.post('/api/messages', { content: 'From the web #food' });
  await client.get('/api/messages/search?q=nothing');
  await client.post('/api/shared-boards', { name: 'House' });
  expect(await steps()).toEqual(NONE);

  await server.text(ann, 'By text #food');
  expect(await steps()).toEqual({ ...NONE, texted: true });
  const picture = `data:image/png;base64,${(await png(8, 8)).toBase64()}`;
  await server.simulator().post('/api/simulator/texts', { from: ann.phone, body: '#food', media: [picture] });
  await until(async () => (await steps()).photo);
  await server.introduce(bob);
  await client.post('/api/shared-boards/house/invite', { phoneNumber: bob.phone });
  expect(await steps()).toEqual({ ...NONE, texted: true, photo: true, shared: true });
  await client.get('/api/messages/search?q=text');
  expect(await steps()).toEqual({ texted: true, photo: true, shared: true, found: true, dismissed: false });
});

test('a step stays taken when its message is deleted', async ({ server, client }) => {
  await server.text(ann, 'By text #food');
  expect((await client.get(STEPS)).body).toMatchObject({ texted: true });
  await client.delete('/api/tags/food');
  expect((await client.get<unknown[]>('/api/messages')).body).toEqual([]);
  expect((await client.get(STEPS)).body).toMatchObject({ texted: true });
});

test('hidden first steps stay hidden on all devices of a person', async ({ server, client: laptop }) => {
  expect((await laptop.delete(STEPS)).body).toEqual({ ...NONE, dismissed: true });
  expect((await laptop.delete(STEPS)).body).toEqual({ ...NONE, dismissed: true });
  server.forget(ann);
  expect((await server.as(ann).get(STEPS)).body).toEqual({ ...NONE, dismissed: true });
  expect((await server.as(bob).get(STEPS)).body).toEqual(NONE);
});
