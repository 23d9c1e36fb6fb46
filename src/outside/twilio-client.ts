import type { RequestClient, Twilio } from 'twilio';
import type { Config } from '../config';
import { SendError } from './gateway';

export type TwilioConfig = NonNullable<Config['twilio']>;

const TIMEOUT_MS = 10_000;

/** Twilio's package for this account; it takes 200 ms to load, so not before it is needed. */
export async function connect({ accountSid, authToken, apiUrl }: TwilioConfig): Promise<Twilio> {
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

/** Failures to connect: the request cannot have been read by anyone. */
const NEVER_REACHED = /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|DNS\w*)$/i;

/** What Twilio's package throws, as what it means for a text. */
export function toSendError(error: unknown): SendError {
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
