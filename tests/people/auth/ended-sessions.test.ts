import { expect } from 'bun:test';
import { deleteExpiredSessions } from '../../../src/people/auth/sessions';
import { ann, bob } from '../../support/cast';
import { DAY } from '../../support/clock';
import type { TestServer } from '../../support/server';
import { test } from '../../support/server-test';

const endOf = async (client: ReturnType<TestServer['stranger']>) =>
  (await client.get<{ ended: string | null }>('/api/auth/session')).body.ended;

test('a browser that was signed out from another device is told so', async ({ server }) => {
  const phone = await server.introduce(bob);
  server.forget(bob);
  const laptop = await server.introduce(bob);
  expect(await endOf(phone)).toBeNull();
  await laptop.delete('/api/sessions');
  expect(await endOf(phone)).toBe('elsewhere');
  expect(await endOf(laptop)).toBeNull();
});

test('a browser that comes back too late is told that its session has expired', async ({ server }) => {
  const phone = await server.introduce(bob);
  server.app.db.$client.run('update sessions set expires_at = 1');
  expect(await endOf(phone)).toBe('expired');
  await deleteExpiredSessions(server.app);
  expect(await endOf(phone)).toBe('expired');
  server.app.db.$client.run('update ended_sessions set ended_at = ended_at - ?', [31 * DAY]);
  await deleteExpiredSessions(server.app);
  expect(await endOf(phone)).toBeNull();
});

test('a browser hears that the account was deleted; the note names nobody', async ({ server }) => {
  const phone = await server.introduce(bob);
  const operator = await server.introduce(ann);
  const { body } = await operator.get<{ id: number; phoneNumber: string }[]>('/api/admin/users');
  const { id } = body.find(({ phoneNumber }) => phoneNumber === bob.phone)!;
  expect((await operator.delete(`/api/admin/users/${id}`)).status).toBe(200);
  expect(await endOf(phone)).toBe('deleted');
  const rows = server.app.db.$client.query('select * from ended_sessions').all();
  expect(rows.map((row) => Object.keys(row as object))).toEqual([['id', 'reason', 'ended_at']]);
});

test('a browser without the cookie of an ended session is not told of its end', async ({ server }) => {
  const phone = await server.introduce(bob);
  await phone.post('/api/auth/logout');
  expect(await endOf(phone)).toBeNull();
  expect(await endOf(server.stranger())).toBeNull();
});
