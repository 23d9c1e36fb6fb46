import { WORKER_PATH } from '../../worker/names';
import { client } from '../trpc';
import { findSubscription } from './unsubscribe';

const WORKER_MS = 15_000;

/** `install first` means an iPhone or iPad, which gets pushes in the installed app only. */
export type Obstacle = 'insecure' | 'install first' | 'unsupported' | 'denied';

export class PushFailed extends Error {}

export function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouch() && !isInstalled() ? 'install first' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  (navigator as { standalone?: boolean }).standalone === true;

/** Returns whether this is an iPhone or iPad. An iPad calls itself a Mac, and no Mac has a touch screen. */
const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

export const isSubscribed = async (): Promise<boolean> =>
  Notification.permission === 'granted' && (await findSubscription()) !== undefined;

/** Call this function in the handler of a click, because browsers ask only then. */
export async function subscribeHere(): Promise<NotificationPermission> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission;
  const { publicKey } = await client.push.key.query();
  const subscription = await subscribeWith(toBytes(publicKey));
  try {
    const { endpoint = '', keys = {} } = subscription.toJSON();
    await client.push.subscribe.mutate({ endpoint, keys: keys as { p256dh: string; auth: string } });
  } catch (error) {
    await subscription.unsubscribe().catch(() => {});
    throw error;
  }
  return permission;
}

async function subscribeWith(applicationServerKey: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const { pushManager } = await workerRegistration();
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    return await subscribe().catch(async (error: Error) => {
      if (error.name !== 'InvalidStateError') throw error;
      // this browser already has a subscription with another key, for example from an earlier server at this
      // address; ends it and tries again
      await (await pushManager.getSubscription())?.unsubscribe();
      return subscribe();
    });
  } catch {
    throw new PushFailed(
      'The push service of your browser refused. Private windows get no notifications, and some browsers have to be set to allow them.',
    );
  }
}

async function workerRegistration(): Promise<ServiceWorkerRegistration> {
  const failed = new PushFailed(
    'The part of the app that shows notifications did not start. Reload the page.',
  );
  await navigator.serviceWorker.register(WORKER_PATH).catch(() => {
    throw failed;
  });
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, WORKER_MS, failed));
  return Promise.race([navigator.serviceWorker.ready, timeout]);
}

const toBytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
