import type { RequestClient, Twilio } from 'twilio';
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import type { Config } from '../config';
import { type Gateway, type InboundText, SendError } from './gateway';

type TwilioConfig = NonNullable<Config['twilio']>;

const TIMEOUT_MS = 10_000;

/** Texts through a Twilio account. `statusCallback` is our own public address for delivery reports. */
export function twilioGateway(config: TwilioConfig, statusCallback: () => string): Gateway {
  let loading: Promise<Twilio> | null = null;
  const client = () => (loading ??= connect(config)); // the package takes 200 ms to load: not at start
  const sender = config.from.startsWith('MG') ? { messagingServiceSid: config.from } : { from: config.from };
  return {
    kind: 'twilio',
    async send({ to, body }) {
      try {
        const twilio = await client();
        const { sid } = await twilio.messages.create({
          ...sender,
          to,
          body,
          statusCallback: statusCallback(),
        });
        return { sid };
      } catch (error) {
        throw toSendError(error);
      }
    },
    async find({ to, body }, since) {
      try {
        const twilio = await client();
        const sent = await twilio.messages.list({ to, dateSentAfter: new Date(since), limit: 50 });
        return sent.find((message) => message.body === body && message.direction !== 'inbound')?.sid ?? null;
      } catch (error) {
        throw toSendError(error);
      }
    },
  };
}

/** Twilio's X-Twilio-Signature over the address it called and the form it sent. */
export const isSigned = (
  config: TwilioConfig,
  signature: string | null,
  url: string,
  form: Record<string, string>,
) => signature !== null && validateRequest(config.authToken, signature, url, form);

/** The webhook's form as a text. Null when it is not for our account, or names no message. */
export function toInbound(config: TwilioConfig, form: Record<string, string>): InboundText | null {
  const { MessageSid: sid, AccountSid: account, From: from, Body: body = '' } = form;
  if (!sid || !from || account !== config.accountSid) return null;
  const count = Math.min(Number(form.NumMedia) || 0, 10);
  const media = Array.from({ length: count }, (_, i) => ({
    url: form[`MediaUrl${i}`] ?? '',
    type: form[`MediaContentType${i}`] ?? 'application/octet-stream',
  }));
  return { sid, from, body, media: media.filter(({ url }) => url) };
}

async function connect({ accountSid, authToken, apiUrl }: TwilioConfig): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  return twilio(accountSid, authToken, { httpClient: fetchClient(apiUrl) as unknown as RequestClient });
}

type TwilioRequest = {
  method: string;
  uri: string;
  username?: string;
  password?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  data?: Record<string, string>;
};

/** The package's requests over fetch, so that `TWILIO_API_URL` can stand for Twilio's host. */
const fetchClient = (apiUrl: string | undefined) => ({
  async request({ method, uri, username, password, headers, params, data }: TwilioRequest) {
    const url = new URL(apiUrl ? uri.replace(/^https:\/\/[^/]+/, apiUrl) : uri);
    for (const [name, value] of Object.entries(params ?? {})) url.searchParams.append(name, value);
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(username && { authorization: `Basic ${btoa(`${username}:${password}`)}` }),
      },
      body: data && new URLSearchParams(data),
      redirect: 'error', // the credentials are for this host alone
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return {
      statusCode: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
    };
  },
});

function toSendError(error: unknown): SendError {
  const { status, code, message } = error as { status?: number; code?: unknown; message?: string };
  if (typeof status !== 'number') return new SendError(`Twilio did not answer: ${message}`, true, null, true);
  return new SendError(
    message ?? `Twilio answered ${status}`,
    status === 429 || status >= 500,
    typeof code === 'number' ? code : null,
    status >= 500,
  );
}
