import type { RequestClient, Twilio } from 'twilio';
import { SendError } from '../../app/gateway';
import { type GatewayClock, noAnswer } from '../connection';
import type { Account, Service } from './service';

const TIMEOUT_MS = 10_000;

/** Loading takes 200 ms, so call this only when a client is needed. */
export async function connect(
  { service, accountSid, authToken, apiUrl }: Account,
  clock: GatewayClock,
): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
  const httpClient = fetchClient(apiUrl, service, clock) as unknown as RequestClient;
  // the package refuses an account id that does not begin with AC, so the id is set afterwards
  const client = twilio(accountSid, authToken, { accountSid: 'AC', httpClient });
  client.accountSid = accountSid;
  return client;
}

type TwilioRequest = {
  method: string;
  uri: string;
  username?: string;
  password?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  data?: Record<string, string | string[]>;
};

const fetchClient = (apiUrl: string | undefined, { root, listsByDay }: Service, clock: GatewayClock) => ({
  async request({ method, uri, username, password, headers, params, data }: TwilioRequest) {
    const url = new URL(apiUrl ? uri.replace(/^https:\/\/[^/]+/, apiUrl) : uri);
    // the path of a next page, as the service returns it, already begins with `root`
    if (!url.pathname.startsWith(`${root}/`)) url.pathname = root + url.pathname;
    for (const [name, value] of Object.entries(params ?? {}))
      url.searchParams.append(name, listsByDay && name.startsWith('DateSent') ? value.slice(0, 10) : value);

    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(username && { authorization: `Basic ${btoa(`${username}:${password}`)}` }),
      },
      body:
        data &&
        new URLSearchParams(
          Object.entries(data).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
        ),
      redirect: 'error', // no other host may get the password
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    clock.readDate(response);
    return {
      statusCode: response.status,
      body: await response.text(),
      headers: Object.fromEntries(response.headers),
    };
  },
});

export function toSendError(error: unknown, { label }: Service): SendError {
  const { status, code, message } = error as { status?: number; code?: unknown; message?: string };
  if (typeof status !== 'number') return noAnswer(label, error);
  return new SendError(
    message ?? `${label} answered ${status}`,
    status === 429 || status >= 500 || Number(code) === QUEUE_FULL,
    Number(code) || null, // the package gives a number, or a string of digits
    status >= 500,
  );
}

/** Error 21611: the number has too many texts that wait to be sent. */
const QUEUE_FULL = 21611;
