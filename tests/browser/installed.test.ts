import { expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { PushSubscription } from '../../src/contract/push';
import { copyAsBuild } from '../support/builds';
import { ann, bob } from '../support/cast';
import { tempFolder } from '../support/folder';
import { shareBoard } from '../support/household';
import { photo } from '../support/pictures';
import { openPushService } from '../support/push-service';
import { stubPushManager } from '../support/push-tab';
import { until } from '../support/server';
import { untilTestEnds } from '../support/test-end';
import { FAILED_REQUEST, keepsPages, startCard, submit, untilFocused, visit } from '../support/visit';

type Build = ReturnType<typeof copyAsBuild>;

const UNKNOWN_CHUNKS = [
  ...FAILED_REQUEST,
  /WebSocket|Failed to fetch|MIME type|Unable to preload|could not be loaded/,
];
const WITH_WORKER = { worker: true, expected: [...FAILED_REQUEST, /WebSocket|There is no connection/] };

async function startWorker(page: Page) {
  await page.getByRole('main').waitFor();
  await page.clock.fastForward(3_000);
}

const waitForWorker = (page: Page, build: string, state: 'active' | 'waiting') =>
  until(() =>
    page.evaluate(
      async ([build, state]) => {
        const registration = await navigator.serviceWorker.getRegistration();
        const { active, waiting, installing } = registration ?? {};
        const newest = installing ?? waiting ?? active;
        const isKept = (await caches.match('/', { cacheName: `build-${build}` }))?.ok;
        return (
          newest &&
          newest === registration?.[state] &&
          newest.state === (state === 'active' ? 'activated' : 'installed') &&
          isKept
        );
      },
      [build, state] as const,
    ),
  );

/** Chromium does not tell when a worker takes over after the last page was closed. */
const openWithoutWaitingWorker = (context: BrowserContext) =>
  until(async () => {
    await Bun.sleep(500);
    const page = await context.newPage();
    await page.goto('/');
    if (!(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)))
      return page;
    await page.close();
  });

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

const buildOf = (page: Page) => page.locator('meta[name="build"]').getAttribute('content');

/** First clears the browser's HTTP cache, so that the code is not there either. */
async function openNotifications(page: Page) {
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await page.getByRole('link', { name: 'Notification Settings' }).click();
  await page.getByRole('heading', { name: 'Notification Settings' }).waitFor();
}

test('pages go on over three builds of the server, and the newest opens without the server', async () => {
  const folders = untilTestEnds(tempFolder());
  const builds = [1, 2, 3].map((number) => copyAsBuild(folders.file(`${number}`), number));
  const [first, second, third] = builds as [Build, Build, Build];
  const { server, page, context } = await visit('/', {
    before: (server) => server.upgrade(first.folder),
    ...WITH_WORKER,
  });
  const withoutWorker = await visit('/', { server, expected: UNKNOWN_CHUNKS });
  await waitForWorker(page, first.id, 'active');
  const old = await context.newPage();
  await old.goto('/');

  // upgrades while the person types: no page reloads by itself, and a screen that was never opened still
  // opens
  const text = await startCard(page, 'Ferry at ni');
  await server.upgrade(second.folder);
  await lookForUpdate(page);
  await waitForWorker(page, second.id, 'waiting');
  const reload = page.getByRole('button', { name: 'Reload' });
  await text.pressSequentially('ne');
  expect(await reload.count()).toBe(0); // the button could cover the buttons of the dialog
  await page.getByRole('button', { name: 'Cancel' }).click();
  await reload.waitFor();
  await openNotifications(page);
  expect(await buildOf(page)).toBe(first.id);

  // without a worker, the page cannot load the code of that screen any more, and says what to do
  await withoutWorker.page.getByRole('link', { name: 'Notification Settings' }).click();
  await withoutWorker.page.getByText('A new version is ready', { exact: true }).waitFor();
  expect(await buildOf(withoutWorker.page)).toBe(first.id);

  // a page of the new build works with the old worker
  const other = await context.newPage();
  await other.goto('/');
  await openNotifications(other);
  expect(await buildOf(other)).toBe(second.id);
  await reload.click();
  await page.locator(`meta[name="build"][content="${second.id}"]`).waitFor({ state: 'attached' });
  // a page of the old build goes on
  await openNotifications(old);
  expect(await buildOf(old)).toBe(first.id);
  await old.close();
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Card' }).click();
  expect(await text.inputValue()).toBe('Ferry at nine');

  // upgrades to the third build while a page of the second is open; the files of the second stay while that
  // page needs them
  await server.upgrade(third.folder);
  await page.goto('/');
  expect(await buildOf(page)).toBe(third.id);
  await waitForWorker(page, third.id, 'waiting');
  await other.getByRole('button', { name: 'Reload' }).waitFor();
  await other.getByRole('link', { name: 'All Texts' }).click();
  await openNotifications(other);
  expect(await buildOf(other)).toBe(second.id);
  // the worker of the third build takes over when no page is open
  await other.close();
  await page.close();
  const last = await openWithoutWaitingWorker(context);
  await waitForWorker(last, third.id, 'active');
  await until(() => keepsPages(last)); // without what it shows, the app cannot open offline
  await server.stop();
  await last.reload();
  await last.getByRole('main').waitFor();
  expect(await buildOf(last)).toBe(third.id);
});

test('a shared photo is added by the dialog, kept once shown, and deleted at log out', async () => {
  const { page, dialog } = await visit('/', { ...WITH_WORKER, fakeClock: true });
  await startWorker(page);
  await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'));
  await page.evaluate(shareAsAnotherApp, [...(await photo(900, 600))]);
  const text = dialog.getByRole('textbox', { name: 'Message' });
  await text.waitFor();
  expect(await text.inputValue()).toBe('The sea\nhttps://sea.example/?a=1&b=2');
  await dialog.getByRole('button', { name: 'Remove sea.jpg' }).waitFor();
  await submit(dialog, 'Add Message');
  const keptIn = (name: string) =>
    page.evaluate(
      async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).length : 0),
      name,
    );
  await until(async () => (await keptIn('media')) > 0);
  expect(await keptIn('shared')).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Send verification code' }).waitFor();
  expect(await keptIn('media')).toBe(0);
});

function shareAsAnotherApp(photo: number[]) {
  const how = { action: '/share', method: 'post', enctype: 'multipart/form-data' };
  const form = Object.assign(document.createElement('form'), how);
  const add = (type: string, name: string) => {
    const input = Object.assign(document.createElement('input'), { type, name });
    form.append(input);
    return input;
  };
  add('text', 'title').value = 'The sea';
  add('text', 'url').value = 'https://sea.example/?a=1&b=2';
  const files = new DataTransfer();
  files.items.add(new File([new Uint8Array(photo)], 'sea.jpg', { type: 'image/jpeg' }));
  add('file', 'photos').files = files.files;
  document.body.append(form);
  form.submit();
}

test('a post comes as a notification that opens it, and as a text after log out', async () => {
  const service = untilTestEnds(await openPushService());
  const { server, page, context } = await visit('/', {
    push: service,
    ...WITH_WORKER,
    pushes: true,
    fakeClock: true,
  });
  const browser = await stubPushManager(context, service);
  const [his, hers] = [server.as(bob), server.as(ann)];
  for (const name of ['house', 'garden']) await shareBoard(server, name, ann, bob);
  await page.goto('/notifications');
  await page.getByRole('button', { name: 'Notify me here' }).click();
  await page.getByRole('switch', { name: /^Show the text of messages/ }).click();
  await until(async () => (await hers.get<PushSubscription[]>('/api/push/subscriptions')).body[0]?.showsText);
  await startWorker(page);
  await waitForWorker(page, (await buildOf(page))!, 'active');

  const textsBefore = server.received(ann.phone).length;
  const { body: lamp } = await his.post<{ id: number }>('/api/messages', { content: 'Lamp #house' });
  const { text } = (await until(() => service.received(browser.subscription()!, { take: true })[0]))!;
  await deliverPush(page, text);
  const shown = () =>
    page.evaluate(async () => {
      const list = await (await navigator.serviceWorker.ready).getNotifications();
      return list.map(({ title, body, data }) => ({ title, body, path: data.path }));
    });
  await until(async () => (await shown()).length > 0);
  const path = `/tag/shared/house#message-${lamp.id}`;
  expect(await shown()).toEqual([{ title: 'Bob Ray in #house', body: 'Lamp', path }]);
  expect(server.received(ann.phone)).toHaveLength(textsBefore);

  await context.serviceWorkers()[0]!.evaluate(clickNotification);
  await untilFocused(page.getByRole('article').filter({ hasText: 'Lamp' }));
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path);
  expect(await shown()).toEqual([]);

  const { endpoint } = browser.subscription()!;
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Send verification code' }).waitFor();
  expect(browser.subscription()).toBeNull();
  await his.post('/api/messages', { content: 'Chair #garden' });
  await until(() => server.received(ann.phone).some((text) => text.includes('Chair')));
  expect(service.received({ endpoint })).toEqual([]);
});

async function deliverPush(page: Page, data: string) {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
}

async function clickNotification() {
  const worker = globalThis as unknown as ServiceWorkerGlobalScope;
  const [notification] = await worker.registration.getNotifications();
  worker.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }));
}
