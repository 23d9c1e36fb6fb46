import { expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import type { PushOffer } from '../../../src/contract/push';
import { WITHOUT_IDLE_MS } from '../../../web/ui/lazy-dialog';
import { ann, bob } from '../../support/cast';
import { until } from '../../support/server';
import { hurry } from '../../support/web/hurry';
import { openWithPush } from './open-with-push';

async function openDashboard(answer?: NotificationPermission) {
  const app = await openWithPush('/reminders', answer);
  const his = await app.server.introduce(bob);
  await his.post('/api/shared-boards', { name: 'house' });
  await his.post('/api/shared-boards/house/invite', { phoneNumber: ann.phone });
  const offered = async () => (await app.hers.get<PushOffer>('/api/push/offer')).body.offered;
  await until(offered);
  await app.open('/');
  await screen.findByText(/^Hi, /);
  dispatchEvent(new Event('pointermove')); // nothing is fetched ahead before the person does something
  return { ...app, offered };
}

const offer = () => screen.queryByRole('button', { name: 'Notify me here instead of by text' });

test('the dashboard offers pushes, and asks the browser only after a click', async () => {
  await using app = await openDashboard();
  await until(offer);
  expect(app.browser.asked()).toBe(0);
  await app.user.click(offer()!);
  await screen.findByText('Notifications come here now');
  await until(() => offer() === null);
  expect(screen.getByText('Your boards')).toBeDefined();
  expect(document.activeElement?.id).toBe('main');
  expect(await app.listed()).toHaveLength(1);
});

test('the offer of pushes goes when it is hidden, and does not come again', async () => {
  await using app = await openDashboard();
  await until(offer);
  await app.user.click(screen.getByRole('button', { name: 'Hide this offer' }));
  await until(() => offer() === null);
  await waitFor(async () => expect(await app.offered()).toBe(false));
  expect(document.activeElement?.id).toBe('main');
  expect(app.browser.asked()).toBe(0);
});

test('the offer stays when the question of the browser is left unanswered', async () => {
  await using app = await openDashboard('default');
  await until(offer);
  await app.user.click(offer()!);
  await waitFor(() => expect(app.browser.asked()).toBe(1));
  await waitFor(() => expect(offer()?.matches(':disabled')).toBe(false));
});

test('the offer of pushes goes when its person blocks notifications', async () => {
  await using app = await openDashboard('denied');
  await until(offer);
  await app.user.click(offer()!);
  await screen.findByText(/Notifications of this site are blocked/);
  await until(() => offer() === null);
});

function withoutIdlePeriods(): Disposable {
  const { requestIdleCallback } = window;
  Reflect.deleteProperty(window, 'requestIdleCallback');
  return { [Symbol.dispose]: () => void Object.assign(window, { requestIdleCallback }) };
}

test('a browser that does not tell when it is idle gets the offer a little later', async () => {
  using _ = withoutIdlePeriods();
  using __ = hurry(WITHOUT_IDLE_MS);
  await using ___ = await openDashboard();
  await until(offer);
});
