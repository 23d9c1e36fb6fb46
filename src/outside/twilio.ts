import type { RequestClient, Twilio } from 'twilio';
import { validateRequest } from 'twilio/lib/webhooks/webhooks';
import type { Config } from '../config';
import { MEDIA_BYTES_MAX } from '../contract/limits';
import { FetchError, type Gateway, type InboundText, SendError } from './gateway';

type TwilioConfig = NonNullable<Config['twilio']>;

const TIMEOUT_MS = 10_000;
const LOOK_UP_MAX = 200;
/** A trial account's texts begin with it. */
const TRIAL_PREFIX = 'Sent from your Twilio trial account - ';

/** Texts through a Twilio account. `statusCallback` is our own public address for delivery reports. */
export function twilioGateway(config: TwilioConfig, statusCallback: () => string): Gateway {
  let loading: Promise<Twilio> | null = null;
  const client = () => (loading ??= connect(config)); // the package takes 200 ms to load: not at start
  const sender = config.from.startsWith('MG') ? { messagingServiceSid: config.from } : { from: config.from };
  return {
    kind: 'twilio',
    async send({ id, to, body }) {
      try {
        const twilio = await client();
        const { sid } = await twilio.messages.create({
          ...sender,
          to,
          body,
          statusCallback: `${statusCallback()}?text=${id}`,
        });
        return { sid };
      } catch (error) {
        throw toSendError(error);
      }
    },
    async find({ to, body }, since) {
      try {
        const twilio = await client();
        // no filter by time: what is queued there still has no time of sending
        const newest = await twilio.messages.list({ to, limit: LOOK_UP_MAX });
        return newest
          .filter(
            (message) =>
              message.direction !== 'inbound' &&
              message.dateCreated.getTime() >= since &&
              (message.body === body || message.body === TRIAL_PREFIX + body),
          )
          .map(({ sid }) => sid)
          .reverse();
      } catch (error) {
        throw toSendError(error);
      }
    },
    fetchMedia: (url) => fetchMedia(config, url),
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

/** The form of a status callback. Null when it is not for our account, or says nothing that we keep. */
export function toReport(config: TwilioConfig, form: Record<string, string>) {
  const { MessageSid: sid, AccountSid: account, To: to = '', MessageStatus = '', ErrorCode } = form;
  const state = STATES[MessageStatus];
  if (!sid || account !== config.accountSid || !state) return null;
  return { sid, to, state, errorCode: Number(ErrorCode) || null };
}

/** Twilio's states of a text on its way out. `read` is WhatsApp's, `canceled` and `scheduled` we never ask for. */
const STATES: Record<string, 'sent' | 'delivered' | 'failed'> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

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

/** Where Twilio keeps photos: its API names the place, and the bytes lie with its stores. */
const STORES = /(^|\.)(twilio\.com|twiliocdn\.com|amazonaws\.com)$/;
const MEDIA_TIMEOUT_MS = 30_000;
const HOPS = 4;

/**
 * One photo of a text. Only from our own account's media, and the password goes to Twilio's API alone: the
 * stores it sends us on to never see it. Read no further than the largest file that we keep.
 */
async function fetchMedia({ accountSid, authToken, apiUrl }: TwilioConfig, from: string) {
  const api = apiUrl ?? 'https://api.twilio.com';
  const path = URL.parse(from)?.pathname ?? '';
  if (!path.startsWith(`/2010-04-01/Accounts/${accountSid}/Messages/`))
    throw new FetchError('The address is not that of a photo of our account.', false);
  let url = new URL(api + path);
  const signal = AbortSignal.timeout(MEDIA_TIMEOUT_MS);
  try {
    for (let hop = 0; hop < HOPS; hop++) {
      const response = await fetch(url, {
        headers: hop === 0 ? { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` } : {},
        redirect: 'manual',
        signal,
      });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (!apiUrl && (url.protocol !== 'https:' || !STORES.test(url.hostname)))
          throw new FetchError(`Twilio sent us on to ${url.host}, which is not one of its stores.`, false);
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        // just after the text the photo may not be there yet
        const retry = [404, 408, 425, 429].includes(response.status) || response.status >= 500;
        throw new FetchError(`Twilio answered ${response.status} for a photo.`, retry);
      }
      return { bytes: await readBounded(response), type: response.headers.get('content-type') ?? '' };
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    throw new FetchError(`Twilio did not give the photo: ${(error as Error).message}`, true);
  }
  throw new FetchError('Twilio sent us in a circle for a photo.', false);
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > MEDIA_BYTES_MAX) throw new FetchError('The photo is larger than we keep.', false);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Failures to connect: the request cannot have been read by anyone. */
const NEVER_REACHED = /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|DNS\w*)$/i;

function toSendError(error: unknown): SendError {
  const { status, code, message } = error as { status?: number; code?: unknown; message?: string };
  if (typeof status !== 'number') {
    const never = typeof code === 'string' && NEVER_REACHED.test(code);
    return new SendError(`Twilio did not answer: ${message}`, true, null, !never);
  }
  return new SendError(
    message ?? `Twilio answered ${status}`,
    status === 429 || status >= 500,
    typeof code === 'number' ? code : null,
    status >= 500,
  );
}
