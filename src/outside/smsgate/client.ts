import type { SmsgateConfig } from '../../app/config/smsgate';
import { FetchError, SendError } from '../../app/gateway';
import { type GatewayClock, noAnswer } from '../connection';
import { parseJson } from '../lenient';
import { type Call, createAccess } from './access';

const TIMEOUT_MS = 10_000;

type Options = {
  body?: unknown;
  expected?: readonly number[];
};

export type SmsgateClient = {
  <T = unknown>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options?: Options,
  ): Promise<{ status: number; data: T }>;
  download(path: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }>;
};

export function connect(config: SmsgateConfig, now: () => number, clock: GatewayClock): SmsgateClient {
  const send = ({ method, path, body, signal }: Call, authorization: string) =>
    fetch(config.url + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'error', // no other host may get the password
      signal,
    });
  const withAccess = createAccess(config, now, send);

  async function download(path: string) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await withAccess({ method: 'GET', path, signal }).catch((error) => {
      throw new FetchError(`The phone did not send the file: ${error.message}`, true);
    });
    if (!response.ok)
      throw new FetchError(`The phone answered ${response.status} for a file.`, response.status >= 500);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { bytes, type: response.headers.get('content-type') ?? '' };
  }

  const call = async <T>(method: string, path: string, { body, expected = [] }: Options = {}) => {
    let response: Response;
    let text: string;
    try {
      response = await withAccess({ method, path, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
      text = await response.text();
    } catch (error) {
      throw noAnswer('SMSGate', error);
    }
    clock.readDate(response);
    const data = parseJson(text);
    const { status } = response;
    if (response.ok || expected.includes(status)) return { status, data: data as T };
    throw toSendError(status, (data as { message?: string } | null)?.message);
  };
  return Object.assign(call, { download });
}

function toSendError(status: number, message = `SMSGate answered ${status}.`): SendError {
  // a server whose phone is not registered yet answers 400, "No devices registered"
  const passing = status === 429 || status >= 500 || /device/i.test(message);
  return new SendError(message, passing, status, status >= 500);
}
