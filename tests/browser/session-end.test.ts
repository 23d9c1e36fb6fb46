import { expect, test } from 'bun:test';
import { ann, bob } from '../support/cast';
import { FAILED_REQUEST, pollNow, visit } from '../support/visit';

const HOW = { expected: [...FAILED_REQUEST, /WebSocket/], fakeClock: true };
const ELSEWHERE = 'You were signed out of this browser from another device.';
const EXPIRED = 'You were signed out because you had not been here for 30 days, or had signed in a year ago.';
const DELETED = 'Your account was deleted, so you are signed out everywhere.';

test('somebody who is signed out from another device is told so, also after a reload', async () => {
  const { server, page, looksRight } = await visit('/all-texts', { as: bob, size: 'phone', ...HOW });
  await page.getByRole('heading', { name: 'All Texts' }).waitFor();
  server.forget(bob);
  await (await server.introduce(bob)).delete('/api/sessions');
  await pollNow(page);
  await page.getByText(ELSEWHERE).waitFor();
  await looksRight('signed-out-elsewhere');
  await page.reload();
  await page.getByText(ELSEWHERE).waitFor();
});

test('after a logout only the other tab of the browser says so', async () => {
  const { context, page } = await visit('/', { as: bob, ...HOW });
  const other = await context.newPage();
  await other.goto('/all-texts');
  await other.getByRole('heading', { name: 'All Texts' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign in to Tagline' }).waitFor();
  const said = page.getByRole('status').filter({ hasText: /signed out|logged out|ended/ });
  expect(await said.count()).toBe(0);
  await other.bringToFront();
  await pollNow(other);
  await other.getByText('You logged out in another tab.').waitFor();
});

test('after a logout the browser keeps nothing of the person, not even what the app forgot', async () => {
  const { page } = await visit('/', { as: bob, ...HOW });
  await page.getByRole('heading', { name: 'Hi, Bob' }).waitFor();
  await page.evaluate(async () => {
    localStorage.setItem('forgotten', 'a secret');
    await (await caches.open('forgotten')).put('/secret', new Response('a secret'));
    await new Promise((opened) => {
      indexedDB.open('forgotten').onsuccess = opened;
    });
  });
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign in to Tagline' }).waitFor();
  const kept = await page.evaluate(async () => ({
    storage: localStorage.getItem('forgotten'),
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
  }));
  expect(kept).toEqual({ storage: null, caches: [], databases: [] });
});

test('a deleted account is named as the reason', async () => {
  const { server, page } = await visit('/', { as: bob, ...HOW });
  const operator = await server.introduce(ann);
  const { body } = await operator.get<{ id: number; phoneNumber: string }[]>('/api/admin/users');
  await operator.delete(`/api/admin/users/${body.find(({ phoneNumber }) => phoneNumber === bob.phone)?.id}`);
  await pollNow(page);
  await page.getByText(DELETED).waitFor();
});

test('an expired session is named as the reason, with its cookie and without', async () => {
  const { server, page, context } = await visit('/', { as: bob, ...HOW });
  await page.getByRole('heading', { name: 'Hi, Bob' }).waitFor();
  server.app.db.$client.run('update sessions set expires_at = 1');
  await pollNow(page);
  await page.getByText(EXPIRED).waitFor();
  await context.clearCookies(); // a browser deletes the cookie when the session expires
  await page.clock.setSystemTime(Date.now() + 31 * 86_400_000);
  await page.goto('/');
  await page.getByText(EXPIRED).waitFor();
});
