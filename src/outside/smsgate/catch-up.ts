import { prepared } from '../../../db/open';
import type { SmsgateConfig } from '../../app/config/smsgate';
import type { Gateway, InboundText, Surroundings } from '../../app/gateway';
import type { SmsgateClient } from './client';
import { type Listed, toInbound, toListed } from './events';
import { listDevices } from './phone';

/** Each request wakes the phone up. */
const AGAIN_AFTER_MS = 6 * 3_600_000;
const PAGE = 100;
const LIST_MAX = 2_000;

/**
 * A phone at a local address is asked at each call. A phone that is reached through a server of SMSGate is
 * asked at the first call, after a failed request, and every six hours. In between, the app itself repeats a
 * failed webhook for two days. An export skips what the app has tried to deliver before, so the inbox of a phone at a
 * local address is read as well.
 */
export function createCatchUp(
  client: SmsgateClient,
  config: SmsgateConfig,
  around: Surroundings,
): Gateway['listReceived'] {
  const { local } = config;
  const { now } = around;
  let askedAt: number | null = null;

  return async (since, isKnown) => {
    if (!local && askedAt !== null && now() - askedAt < AGAIN_AFTER_MS) return [];
    const from = Math.min(since, askedAt ?? since);
    askedAt = null;
    const texts: InboundText[] = [];
    for (const { id } of await listDevices(client)) {
      await askForInbox(client, id, from, now());
      if (local) texts.push(...(await readInbox(client, id, from)));
    }
    askedAt = now();
    return texts.filter(({ sid }) => !isKnown(sid)).sort((one, other) => one.at! - other.at!);
  };

  async function readInbox(client: SmsgateClient, deviceId: string, since: number): Promise<InboundText[]> {
    const listed: Listed[] = [];
    for (let offset = 0; offset < LIST_MAX; offset += PAGE) {
      const query = `from=${new Date(since).toISOString()}&limit=${PAGE}&offset=${offset}&includeAttachments=true`;
      // releases before 2026 have no list
      const { data } = await client<unknown>('GET', `/inbox?${query}`, {
        expected: [400, 403, 404, 405, 501],
      });
      const page = toListed(data);
      listed.push(...page);
      if (page.length < PAGE) break;
    }
    return listed.flatMap((one) => toText(deviceId, one) ?? []);
  }

  function toText(deviceId: string, { event, files, receivedAt }: Listed): InboundText | null {
    const text = toInbound({ ...event, deviceId }, config, around);
    // the list tells less of an MMS than the webhook, so its id may be another one
    const isMms = event.event === 'mms:downloaded';
    const received = { phone: text?.from ?? '', at: Date.parse(receivedAt) };
    if (!text || (isMms && statements(around.db).findReceived.get(received))) return null;
    return { ...text, media: files.map(({ path, type }) => ({ url: FILE_OF_INBOX + path, type })) };
  }
}

export const FILE_OF_INBOX = 'smsgate:inbox:';

async function askForInbox(
  client: SmsgateClient,
  deviceId: string,
  since: number,
  until: number,
): Promise<void> {
  const period = { deviceId, since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  const body = { ...period, messageTypes: ['SMS', 'MMS'], triggerWebhooks: true };
  const { status } = await client('POST', '/messages/inbox/export', { body, expected: [404, 405] });
  if (status < 300) return;
  // 404 or 405: newer releases have this request under another path
  await client('POST', '/inbox/refresh', { body: { ...body, webhookDelivery: 'Individual' } });
}

const statements = prepared(({ $client }) => ({
  findReceived: $client.prepare<unknown, { phone: string; at: number }>(
    'select 1 from inbound where phone = $phone and received_at = $at',
  ),
}));
