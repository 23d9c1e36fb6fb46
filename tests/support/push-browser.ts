import type { PushService, Subscription } from './push-service';

/**
 * Gives the test window (tests/dom.ts) what a browser needs for pushes: a service worker, a push manager
 * whose subscriptions are those of `service`, and a request for permission.
 */
export function stubPushBrowser(service: PushService, answer: NotificationPermission = 'granted') {
  let current: Subscription | undefined;
  let asked = 0;
  let isAway = false;
  let isRefused = false;
  const asSubscription = (subscription: Subscription) => ({
    ...subscription,
    toJSON: () => subscription,
    unsubscribe: async () => {
      if (isAway) await new Promise(() => {});
      current = undefined;
      return true;
    },
  });
  const pushManager = {
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      if (isRefused) throw new DOMException('Registration failed', 'AbortError');
      current ??= service.subscribe(Buffer.from(applicationServerKey).toString('base64url'));
      return asSubscription(current);
    },
    getSubscription: async () => (current ? asSubscription(current) : null),
  };
  const registration = { pushManager };
  const notification = {
    permission: 'default' as NotificationPermission,
    async requestPermission() {
      asked += 1;
      notification.permission = answer;
      return answer;
    },
  };
  const stubs = [
    [window, 'isSecureContext', true],
    [window, 'PushManager', {}],
    [window, 'Notification', notification],
    [globalThis, 'Notification', notification],
    [
      navigator,
      'serviceWorker',
      {
        register: async () => registration,
        getRegistration: async () => registration,
        ready: Promise.resolve(registration),
      },
    ],
  ] as const;
  const before = stubs.map(([object, key]) => Object.getOwnPropertyDescriptor(object, key));
  for (const [object, key, value] of stubs) Object.defineProperty(object, key, { value, configurable: true });
  return {
    notification,
    asked: () => asked,
    /**
     * From now on, leaves each call that ends a subscription unanswered, as if the push service did not
     * answer.
     */
    leaveUnanswered() {
      isAway = true;
    },
    refuse(refuses: boolean) {
      isRefused = refuses;
    },
    subscription: () => current,
    [Symbol.dispose]() {
      for (const [index, [object, key]] of stubs.entries()) {
        const descriptor = before[index];
        if (descriptor) Object.defineProperty(object, key, descriptor);
        else delete (object as unknown as Record<string, unknown>)[key];
      }
    },
  };
}
