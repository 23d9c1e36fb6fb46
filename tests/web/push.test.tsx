import { describe, expect, test } from 'bun:test';
import { screen, waitFor } from '@testing-library/react';
import type { PushSubscription } from '../../src/contract/push';
import { ann } from '../support/cast';
import { stubPushBrowser } from '../support/push-browser';
import { openPushService } from '../support/push-service';
import { until } from '../support/server';
import { openApp } from './open-app';

/** Opens the notification settings of Ann in a browser that knows pushes. */
async function openSettings(answer?: NotificationPermission) {
  const service = await openPushService();
  const browser = stubPushBrowser(service, answer);
  const app = await openApp('/notifications', { as: ann, push: service });
  const hers = app.server.as(ann);
  return {
    ...app,
    service,
    browser,
    hers,
    listed: async () => (await hers.get<PushSubscription[]>('/api/push/subscriptions')).body,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

const switchOn = async ({ user }: { user: Awaited<ReturnType<typeof openApp>>['user'] }) =>
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

  test('says how to allow what its person has blocked', async () => {
    await using app = await openSettings('denied');
    await switchOn(app);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me here' })).toBeNull());
    expect(screen.getAllByText(/Notifications of this site are blocked/).length).toBeGreaterThan(0);
    expect(await app.listed()).toEqual([]);
  });

  test('offers it again when the person leaves the question unanswered', async () => {
    await using app = await openSettings('default');
    await switchOn(app);
    await waitFor(() => expect(app.browser.asked()).toBe(1));
    expect(await app.listed()).toEqual([]);
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
