import { type TelnyxConfig, telnyxBlock } from '../../app/config/telnyx';
import { type Gateway, type InboundText, SendError, type Surroundings } from '../../app/gateway';
import { createGatewayClock } from '../connection';
import { checkOwnAddress, isPublic } from '../own-address';
import { telnyxClient } from './client';
import { examineAccount } from './doctor';
import { TELNYX_ERRORS } from './errors';
import { fetchMedia, MEDIA_LIFE_MS } from './media';
import { createdAt, type DetailRecord, listRecords, toReceivedPrice, toReport } from './records';
import { PATH, type TelnyxMessage, telnyxWebhook, toInbound } from './webhooks';

/** Maximum number of texts to one number that `findSent` compares, because each needs a request. */
const LOOK_UP_MAX = 100;

export function telnyxGateway(config: TelnyxConfig, { phoneNumber, publicUrl, now }: Surroundings): Gateway {
  const clock = createGatewayClock(now);
  const call = telnyxClient(config, clock);
  const webhook = () => publicUrl() + PATH;
  const examine = async (fix: boolean) => [
    ...(await examineAccount(call, config, { webhook: webhook(), fix })),
    await checkOwnAddress(webhook()),
  ];

  const findMessage = (id: string) =>
    call<TelnyxMessage>(`/messages/${id}`).catch((error: SendError) => {
      if (error.code === NOT_FOUND) return null;
      throw error;
    });

  return {
    kind: 'telnyx',
    label: telnyxBlock.label,
    can: telnyxBlock.can,
    ownNumbers: [config.from],
    knowsSentAfterMs: 60_000, // detail records come late
    errors: TELNYX_ERRORS,
    mediaLifeMs: MEDIA_LIFE_MS,
    webhook,
    webhooks: [telnyxWebhook(config, phoneNumber, clock.now)],
    now: clock.now,
    clockAhead: clock.clockAhead,

    async send({ id, to, body, pictures = [] }) {
      const reportTo = `${webhook()}?text=${id}`;
      const { id: sid } = await call<TelnyxMessage>('/messages', {
        method: 'POST',
        body: {
          from: config.from,
          to,
          text: body,
          ...(pictures.length > 0 && { media_urls: pictures, type: 'MMS' }),
          // without a public address, reports come only from listReports
          ...(config.apiUrl || isPublic(reportTo) ? { webhook_url: reportTo } : {}),
        },
      });
      if (!sid) throw new SendError('Telnyx answered without the id of the text.', true, null, true);
      return { sid };
    },

    async findSent({ id, to, body }, within) {
      const since = clock.now() - within;
      const records = await listRecords(call, { direction: 'outbound', cld: to }, since);
      const found: string[] = [];
      for (const record of records.slice(0, LOOK_UP_MAX)) {
        const { uuid } = record;
        const outboxId = outboxIdOf(record);
        if (!uuid || (outboxId !== null && outboxId !== id)) continue;
        // after the database is restored, another text may have the same outbox id, so the body must be the
        // same, too
        if ((await findMessage(uuid))?.text === body) found.push(uuid);
      }
      return found.reverse();
    },

    async listReceived(since, isKnown) {
      const records = await listRecords(call, { direction: 'inbound', cld: phoneNumber }, since);
      const texts: InboundText[] = [];
      for (const record of records.reverse()) {
        if (!record.uuid || isKnown(record.uuid)) continue;
        const message = await findMessage(record.uuid);
        const text = message && toInbound(phoneNumber, message);
        if (text) texts.push({ ...text, at: createdAt(record) });
      }
      return texts;
    },

    async listReports(within) {
      const since = clock.now() - within;
      const sent = await listRecords(call, { direction: 'outbound', cli: config.from }, since);
      const received = await listRecords(call, { direction: 'inbound', cld: phoneNumber }, since);
      return [
        ...sent.flatMap((record) => toReport(record) ?? []),
        ...received.flatMap((record) => toReceivedPrice(record) ?? []),
      ];
    },

    fetchMedia: (url) => fetchMedia(config, url),

    examine: () => examine(false),
    repair: () => examine(true),
  };
}

/** Telnyx 10005: resource not found. */
const NOT_FOUND = 10005;

function outboxIdOf({ delivery_status_webhook_url: url }: DetailRecord): number | null {
  const id = url && URL.parse(url)?.searchParams.get('text');
  return id ? Number(id) : null;
}
