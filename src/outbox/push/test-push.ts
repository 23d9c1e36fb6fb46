import type { User } from '../../../db/schema';
import type { App } from '../../app/app';
import { notFound, VisibleError } from '../../app/errors';
import { chargeRateLimits } from '../../app/rate-limits';
import type { PushNotice } from '../../contract/push';
import { type Done, succeeded } from '../../contract/text';
import { listBrowsers, noteResult } from './browsers';
import { sendPush } from './send';

export async function sendTestPush(app: App, user: User, sessionId: string): Promise<Done> {
  const browser = listBrowsers(app, user.phone).find((other) => other.sessionId === sessionId);
  if (!browser) throw notFound('Browser');
  chargeRateLimits(app, { 'test push by a person': user.id });
  const notice: PushNotice = {
    title: app.config.productName,
    body: 'Notifications show here.',
    path: '/notifications',
    tag: 'test',
  };
  const result = await sendPush(app, browser, notice, 'high');
  noteResult(app, browser, result);
  if (result.state === 'taken') return succeeded('Sent. It shows in a few seconds.');
  throw new VisibleError(
    'push_failed', // the endpoint is the caller's own, so its failure is no fault of this server
    result.state === 'gone'
      ? 'The push service of this browser has ended its notifications. Switch them on again.'
      : 'The push service of this browser did not take it. Please try again later.',
  );
}
