import type { PushNotice, PushSubscription as StoredSubscription } from '../../src/contract/push';
import type { FromWorker } from './names';

const SUBSCRIPTIONS = '/api/push/subscriptions';
const BOARDS = '/tag/';
const CHECK_MS = 3000;
const ANSWER_MS = 1000;
/** The notification to show for a push that cannot be read. A browser must show one for each push. */
const UNREADABLE: PushNotice = { title: 'Something is new', body: '', path: '/', tag: 'unreadable' };

export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  const { registration } = worker;

  worker.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.path ?? '/'));
  });
  worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

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
   * the push was sent, or another person is signed in.
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

  async function open(path: string): Promise<void> {
    const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // pages of the server itself, such as that of the API, do not belong to the app
    const page = windows.find(({ url }) => !new URL(url).pathname.startsWith('/api/'));
    if (!page) return void (await worker.clients.openWindow(path));
    await page.focus().catch(() => {}); // ignores errors, because the browser may not allow it
    if (await goTo(page, path)) return;
    await page.navigate(path).catch(() => worker.clients.openWindow(path));
  }

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

const isOfSamePage = (one: string | undefined, other: string) => one?.split('#')[0] === other.split('#')[0];

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
