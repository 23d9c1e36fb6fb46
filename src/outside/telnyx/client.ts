import type { TelnyxConfig } from '../../app/config/telnyx';
import { SendError } from '../../app/gateway';
import { type GatewayClock, noAnswer } from '../connection';
import { parseJson } from './json';

const TIMEOUT_MS = 10_000;

export type TelnyxCall = <T>(
  path: string,
  options?: { method?: 'POST' | 'PATCH'; body?: Record<string, unknown> },
) => Promise<T>;

export const telnyxClient =
  ({ apiKey, apiUrl }: TelnyxConfig, clock: GatewayClock): TelnyxCall =>
  async (path, { method, body } = {}) => {
    let response: Response;
    let answer: Answer;
    try {
      response = await fetch(`${apiUrl ?? 'https://api.telnyx.com'}/v2${path}`, {
        method: method ?? 'GET',
        headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        redirect: 'error', // no other host may get the key
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      clock.readDate(response);
      answer = parseJson<Answer>(await response.text()) ?? {}; // a proxy may answer in HTML
    } catch (error) {
      throw noAnswer('Telnyx', error);
    }
    if (!response.ok) throw toSendError(response.status, answer);
    if (answer.data === undefined)
      throw new SendError('Telnyx answered without data.', true, null, method !== undefined);
    return answer.data as never;
  };

type Answer = { data?: unknown; errors?: { code?: string; title?: string; detail?: string }[] };

function toSendError(status: number, { errors: [error] = [] }: Answer): SendError {
  return new SendError(
    error?.detail ?? error?.title ?? `Telnyx answered ${status}.`,
    status === 429 || status >= 500 || PASSING.has(Number(error?.code)),
    Number(error?.code) || null,
    status >= 500,
  );
}

/** 10011: too many requests; 40318: the queue of the number is full; 40320: the number is being set up. */
const PASSING = new Set([10011, 40318, 40320]);
