import { describe, expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import type { NotificationChannel } from '../../../src/contract/push';
import { subscribeHere } from '../../../web/product/push/subscription';
import { WAIT_MS } from '../../../web/product/push/unsubscribe';
import { ann, bob } from '../../support/cast';
import { house } from '../../support/house';
import { until } from '../../support/server';
import { hurry } from '../../support/web/hurry';
import { type App, openApp } from '../../support/web/open-app';
import { openWithPush } from './open-with-push';

const openSettings = (answer?: NotificationPermission) => openWithPush('/notifications', answer);

const switchOn = async ({ user }: { user: App['user'] }) =>
  user.click(await screen.findByRole('button', { name: 'Notify me here' }));

describe('a browser', () => {
  test('gets notifications after a click, and a test comes', async () => {
    await using app = await openSettings();
    await switchOn(app);
    await app.user.click(await screen.findByRole('button', { name: 'Send a test' }));
    await screen.findByText('Sent. It shows in a few seconds.');
    const [received] = app.service.received(app.browser.subscription()!);
    expect(JSON.parse(received!.text)).toMatchObject({ body: 'Notifications show here.' });
    expect(await app.listed()).toMatchObject([{ current: true, showsText: false }]);
  });

  test('shows the text of messages if its person wants that', async () => {
    await using app = await openSettings();
    await switchOn(app);
    await app.user.click(await screen.findByRole('switch', { name: /^Show the text of messages/ }));
    await until(async () => (await app.listed())[0]?.showsText);
  });

  test('gets no more when its person stops them', async () => {
    await using app = await openSettings();
    await switchOn(app);
    await app.user.click(await screen.findByRole('button', { name: 'Stop notifying me here' }));
    await screen.findByRole('button', { name: 'Notify me here' });
    expect(await app.listed()).toEqual([]);
    expect(app.browser.subscription()).toBeUndefined();
  });

  test('gets no more once its person has logged out', async () => {
    await using app = await openSettings();
    await switchOn(app);
    await screen.findByRole('button', { name: 'Send a test' });
    await app.user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(app.reloads()).toBe(1));
    expect(app.browser.subscription()).toBeUndefined();
    expect(app.server.app.db.$client.query('select 1 from push_subscriptions').all()).toEqual([]);
  });

  test('is logged out although its push service does not answer', async () => {
    await using app = await openSettings();
    await switchOn(app);
    await screen.findByRole('button', { name: 'Send a test' });
    app.browser.leaveUnanswered();
    using _ = hurry(WAIT_MS);
    await app.user.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(app.reloads()).toBe(1));
    expect(app.browser.subscription()).toBeDefined();
  });

  test('says how to allow what its person has blocked', async () => {
    await using app = await openSettings('denied');
    await switchOn(app);
    await until(() => screen.queryByRole('button', { name: 'Notify me here' }) === null);
    expect(screen.getAllByText(/Notifications of this site are blocked/).length).toBeGreaterThan(0);
    expect(await app.listed()).toEqual([]);
  });

  test('says that the question was left unanswered, and asks again', async () => {
    await using app = await openSettings('default');
    await switchOn(app);
    await waitFor(() => expect(app.browser.asked()).toBe(1));
    await screen.findByText(/^Your browser got no answer/);
    await screen.findByText(/^Your browser got no answer/);
    expect(await app.listed()).toEqual([]);
    await switchOn(app);
    await waitFor(() => expect(app.browser.asked()).toBe(2));
  });

  test('says so when its push service refuses, and works once that does not', async () => {
    await using app = await openSettings();
    app.browser.refuse(true);
    await switchOn(app);
    await screen.findByText(/^The push service of your browser refused/);
    expect(await app.listed()).toEqual([]);
    app.browser.refuse(false);
    await switchOn(app);
    await screen.findByRole('button', { name: 'Send a test' });
    expect(await app.listed()).toHaveLength(1);
  });

  test('is listed once, however often it is switched on', async () => {
    await using app = await openSettings();
    await app.user.dblClick(await screen.findByRole('button', { name: 'Notify me here' }));
    await screen.findByRole('button', { name: 'Send a test' });
    await subscribeHere(); // as another tab does if it was opened earlier
    expect(await app.listed()).toMatchObject([{ current: true }]);
    expect(app.browser.asked()).toBe(2);
  });

  test('that cannot show notifications says so', async () => {
    await using app = await openApp('/notifications', { as: ann });
    await screen.findByText(/Browsers show notifications only of sites with https|This browser cannot show/);
    expect(screen.queryByRole('button', { name: 'Notify me here' })).toBeNull();
    expect(app.path()).toBe('/notifications');
  });
});

test('an iPhone is told to install the app first', async () => {
  const { userAgent } = navigator;
  Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone)', configurable: true });
  Object.defineProperty(globalThis, 'isSecureContext', { value: true, configurable: true });
  await using app = await openApp('/notifications', { as: ann });
  await screen.findByText(/“Add to Home Screen”/);
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  expect(app.path()).toBe('/notifications');
});

test('another browser of the person is listed, and removed', async () => {
  await using app = await openWithPush('/reminders');
  app.server.forget(ann);
  const { publicKey } = (await app.hers.get<{ publicKey: string }>('/api/push/key')).body;
  const { endpoint, keys } = app.service.subscribe(publicKey);
  await app.server.as(ann).post('/api/push/subscriptions', { endpoint, keys });
  await app.open('/notifications');
  await app.user.click(await screen.findByLabelText(/^Remove /));
  await until(() => screen.queryByText('Other browsers that notify me') === null);
  expect(await app.listed()).toEqual([]);
});

test('a person with pushes chooses push or text for each board', async () => {
  await using app = await openWithPush('/reminders');
  const his = await app.server.introduce(bob);
  house(app.server.app);
  await app.open('/notifications');
  await screen.findByRole('switch', { name: /house/ });
  expect(screen.queryByRole('combobox', { name: 'How to tell me about #house' })).toBeNull();
  await switchOn(app);
  const how = await screen.findByLabelText<HTMLSelectElement>('How to tell me about #house');
  await waitFor(() => expect(how.disabled).toBe(false));
  await app.user.selectOptions(how, 'By text');
  const channels = () => app.hers.get<NotificationChannel[]>('/api/notification-channels');
  await until(async () => (await channels()).body.some(({ channel }) => channel === 'text'));
  await his.post('/api/messages', { content: 'Lamp', tags: ['house'] });
  await until(() => app.server.received(ann.phone).some((text) => text.includes('Lamp')));
  expect(app.service.received(app.browser.subscription()!)).toEqual([]);
});
