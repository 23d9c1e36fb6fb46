import type { BrowserContext } from 'playwright-core';
import type { PushService, Subscription } from './push-service';

type Agent = (call: 'find' | 'subscribe' | 'unsubscribe', key?: string) => Promise<Subscription | null>;

/** Chromium itself would need its own push service, which is on the internet. */
export async function stubPushManager(context: BrowserContext, service: PushService) {
  let current: Subscription | null = null;
  const agent: Agent = async (call, key = '') => {
    if (call === 'subscribe') current ??= service.subscribe(key);
    if (call === 'unsubscribe' && current) {
      service.end(current);
      current = null;
    }
    return current;
  };
  await context.exposeFunction('pushAgent', agent);
  await context.addInitScript(replacePushManager);
  await context.grantPermissions(['notifications']);
  return {
    subscription: () => current,
  };
}

/** Runs in the page, so it cannot use anything outside its own body. */
function replacePushManager() {
  const { pushAgent } = window as unknown as { pushAgent: Agent };
  const asSubscription = (subscription: Subscription | null) =>
    subscription && {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: async () => (await pushAgent('unsubscribe')) === null,
    };
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
      const key = btoa(String.fromCharCode(...applicationServerKey));
      const base64url = key.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      return asSubscription(await pushAgent('subscribe', base64url));
    },
    getSubscription: async () => asSubscription(await pushAgent('find')),
  });
}
