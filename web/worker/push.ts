import type { PushNotice, PushSubscription as StoredSubscription } from '../../src/contract/push';
import type { FromWorker } from './names';

/** Path of the API call that lists the browsers that get pushes, and adds one. */
const SUBSCRIPTIONS = '/api/push/subscriptions';
/** Beginning of the path of a board's page. */
const BOARDS = '/tag/';
/** Longest wait for the server before a notification is shown, in milliseconds. */
const CHECK_MS = 3000;
/** Longest wait for the answer of an open page, in milliseconds. */
const ANSWER_MS = 1000;
/** The notification to show for a push that cannot be read. A browser must show one for each push. */
const UNREADABLE: PushNotice = { title: 'Something is new', body: '', path: '/', tag: 'unreadable' };

/** Adds the listeners for Web Push to the worker (docs/product.md: Pushes). */
export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  const { registration } = worker;

  worker.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.path ?? '/'));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

  /**
   * Shows a notification. If the session for which the push was sent has ended, shows none and ends the
   * subscription.
   */
  async function receive(data: PushMessageData | null): Promise<void> {
    if (!(await mayShow())) {
      await (await registration.pushManager.getSubscription())?.unsubscribe();
      return;
    }
    const { title, body, path, tag } = read(data);
    // closes older notifications about the same board: the new one replaces them, and alerts the person again
    const shown = path.startsWith(BOARDS) ? await registration.getNotifications() : [];
    for (const old of shown) if (isOfSamePage(old.data?.path, path) && old.tag !== tag) old.close();
    await registration.showNotification(title, {
      body,
      tag,
      icon: '/icon-512.png',
      badge: '/badge.png',
      data: { path },
    });
  }

  /**
   * Returns false if the server says that this browser gets no pushes, because its session has ended since
   * the push was sent, or another person is signed in. Returns true if the server cannot be asked.
   */
  async function mayShow(): Promise<boolean> {
    try {
      const answer = await fetch(SUBSCRIPTIONS, { signal: AbortSignal.timeout(CHECK_MS) });
      if (answer.status === 401) return false;
      if (!answer.ok) return true;
      const listed: StoredSubscription[] = await answer.json();
      return listed.some(({ current }) => current);
    } catch {
      return true;
    }
  }

  /** Opens a page of the app in the window that the person used last, or else in a new one. */
  async function open(path: string): Promise<void> {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // pages of the server itself, such as that of the API, do not belong to the app
    const page = windows.find(({ url }) => !new URL(url).pathname.startsWith('/api/'));
    if (!page) return void (await worker.clients.openWindow(path));
    await page.focus().catch(() => {}); // ignores errors, because the browser may not allow it
    if (await goTo(page, path)) return;
    await page.navigate(path).catch(() => worker.clients.openWindow(path));
  }

  /**
   * Stores the new subscription of this browser after the push service has ended the old one. If the person
   * is no longer signed in, ends the new subscription too.
   */
  async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
    const { oldSubscription, newSubscription } = event;
    const { pushManager } = registration;
    const options = oldSubscription?.options ?? {
      userVisibleOnly: true,
      applicationServerKey: await serverKey(),
    };
    const subscription = newSubscription ?? (await pushManager.subscribe(options));
    const answer = await fetch(SUBSCRIPTIONS, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    });
    if (answer.status === 401) await subscription.unsubscribe();
  }
}

/** Returns true if two paths lead to the same page. They may lead to different messages on that page. */
const isOfSamePage = (one: string | undefined, other: string) => one?.split('#')[0] === other.split('#')[0];

/** Asks an open page to go to a path without a reload. Returns false if the page does not answer. */
function goTo(page: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_MS);
    const message: FromWorker = { type: 'open', path };
    page.postMessage(message, [port2]);
  });
}

function read(data: PushMessageData | null): PushNotice {
  try {
    return data?.json() ?? UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

async function serverKey(): Promise<string> {
  const { publicKey } = await (await fetch('/api/push/key')).json();
  return publicKey;
}
