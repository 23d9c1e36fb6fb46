import { type SmsgateConfig, smsgateBlock } from '../../app/config/smsgate';
import {
  FetchError,
  type Gateway,
  type GatewayReport,
  SendError,
  type Surroundings,
  stateIn,
} from '../../app/gateway';
import { createGatewayClock } from '../connection';
import { createCatchUp, FILE_OF_INBOX } from './catch-up';
import { connect } from './client';
import { examine, repair } from './doctor';
import { codeOf, SMSGATE_ERRORS } from './errors';
import { idOf, outboxIdOf } from './ids';
import { askLastSeen } from './phone';
import { smsgateWebhook, webhookUrl } from './webhook';

/** Lowest priority at which SMSGate sends a text at once, whatever pace is set on the phone. */
const AT_ONCE = 100;
/** Shortest life of a text, in seconds, that SMSGate accepts. */
const TTL_MIN_S = 5;
const PAGE = 100;
const LIST_MAX = 2_000;
/** As long as the app repeats a failed webhook. */
const FILES_KEPT_MS = 2 * 86_400_000;

export function smsgateGateway(config: SmsgateConfig, around: Surroundings): Gateway {
  const { publicUrl, now } = around;
  const clock = createGatewayClock(now);
  let seenAt: number | null = null;
  const client = connect(config, now, clock);
  const see = () => {
    seenAt = now();
  };
  const { webhook, findings } = smsgateWebhook(config, around, see);
  const at = () => webhookUrl(config, publicUrl());

  async function findState(id: string): Promise<MessageState | null> {
    const { status, data } = await client<MessageState>('GET', `/messages/${id}`, { expected: [404] });
    return status === 404 ? null : data;
  }

  return {
    kind: 'smsgate',
    label: smsgateBlock.label,
    can: smsgateBlock.can,
    ownNumbers: [],
    knowsSentAfterMs: 5_000,
    errors: SMSGATE_ERRORS,
    mediaLifeMs: FILES_KEPT_MS,
    webhook: at,
    webhooks: [webhook],
    now: clock.now,
    clockAhead: clock.clockAhead,

    async send(text) {
      const id = idOf(text);
      const { status } = await client('POST', '/messages?skipPhoneValidation=true', {
        body: {
          id,
          textMessage: { text: text.body },
          phoneNumbers: [text.to],
          ...(config.sim !== null && { simNumber: config.sim }),
          ttl: Math.max(TTL_MIN_S, Math.round((text.expiresAt - now()) / 1000)),
          withDeliveryReport: true,
          priority: text.urgent ? AT_ONCE : 0,
        },
        expected: [409], // 409: SMSGate has the text already, but its earlier answer was lost
      });
      const state = status === 409 ? await findState(id) : null;
      if (state?.state === 'Failed') {
        const error = state.recipients?.[0]?.error;
        throw new SendError(error ?? 'The phone could not send it.', false, codeOf(error));
      }
      return { sid: id };
    },

    async findSent(text) {
      const id = idOf(text);
      return (await findState(id)) ? [id] : [];
    },

    listReceived: createCatchUp(client, config, around),

    async listReports(within) {
      const from = new Date(clock.now() - within).toISOString();
      const reports: GatewayReport[] = [];
      for (let offset = 0; offset < LIST_MAX; offset += PAGE) {
        const { status, data } = await client<MessageState[]>(
          'GET',
          `/messages?from=${from}&limit=${PAGE}&offset=${offset}`,
          { expected: [404, 405, 501] }, // statuses of releases without a list
        );
        if (status !== 200 || !Array.isArray(data)) break;
        reports.push(...data.flatMap(toReport));
        if (data.length < PAGE) break;
      }
      return reports;
    },

    async fetchMedia(url) {
      if (!url.startsWith(FILE_OF_INBOX))
        throw new FetchError('The phone did not send this file with its text.', false);
      return client.download(url.slice(FILE_OF_INBOX.length));
    },

    async lastSeen() {
      const seen = await askLastSeen(client, config, clock.now).catch((error) => {
        if (error instanceof SendError) return null;
        throw error;
      });
      seenAt = Math.max(seenAt ?? 0, seen === null ? 0 : seen + (clock.clockAhead() ?? 0)) || null;
      return seenAt;
    },

    examine: () => examine({ client, config, around, webhook: at() }),
    findings,
    repair: () => repair({ client, config, around, webhook: at() }),
  };
}

type MessageState = {
  id: string;
  state: string;
  recipients?: { phoneNumber: string; state: string; error?: string | null }[];
};

/** A text that is `Pending` or `Processed` has no report yet. */
const STATES = { sent: ['Sent'], delivered: ['Delivered'], failed: ['Failed', 'Cancelled'] };

function toReport({ id, state: name, recipients = [] }: MessageState): GatewayReport[] {
  const state = stateIn(STATES, name);
  if (!state || outboxIdOf(id) === null) return [];
  const error = recipients[0]?.error;
  // a server of SMSGate replaces the numbers of old texts by hashes, so the recipient is not compared
  return [
    { sid: id, to: null, state, errorCode: codeOf(error), ...(error && { reason: error }), price: null },
  ];
}
