import type { SmsgateConfig } from '../../app/config/smsgate';
import type { Gateway } from '../../app/gateway';
import type { SmsgateClient } from './client';
import { listDevices } from './phone';

/** Each request wakes the phone up. */
const AGAIN_AFTER_MS = 6 * 3_600_000;

/**
 * A phone at a local address is asked at each call. A phone that is reached through a server of SMSGate is
 * asked at the first call, after a failed request, and every six hours. In between, the app itself repeats a
 * failed webhook for two days.
 */
export function createCatchUp(
  client: SmsgateClient,
  { local }: SmsgateConfig,
  now: () => number,
): Gateway['listReceived'] {
  let askedAt: number | null = null;

  return async (since) => {
    if (!local && askedAt !== null && now() - askedAt < AGAIN_AFTER_MS) return [];
    const from = Math.min(since, askedAt ?? since);
    askedAt = null;
    for (const { id } of await listDevices(client)) await askForInbox(client, id, from, now());
    askedAt = now();
    return [];
  };
}

async function askForInbox(
  client: SmsgateClient,
  deviceId: string,
  since: number,
  until: number,
): Promise<void> {
  const period = { deviceId, since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const { status } = await client('POST', '/messages/inbox/export', { body: period, expected: [404, 405] });
  if (status < 300) return;
  // 404 or 405: newer releases have this request under another path
  await client('POST', '/inbox/refresh', {
    body: { ...period, triggerWebhooks: true, webhookDelivery: 'Individual', messageTypes: ['SMS', 'MMS'] },
  });
}
