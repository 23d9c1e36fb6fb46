import type { PushSubscription } from '../../../src/contract/push';
import { ann } from '../../support/cast';
import { stubPushBrowser } from '../../support/push-browser';
import { openPushService } from '../../support/push-service';
import { openApp } from '../../support/web/open-app';

/** Opens the app for Ann in a browser that shows notifications. */
export async function openWithPush(path: string, answer?: NotificationPermission) {
  const service = await openPushService();
  const browser = stubPushBrowser(service, answer);
  const app = await openApp(path, { as: ann, push: service });
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
