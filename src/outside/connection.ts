import { SendError } from '../app/gateway';

/** Matches error codes of connections that were never made. */
const NEVER_CONNECTED = /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|DNS\w*)$/i;

/** The text is not sent again at once, unless there was no connection, so that nobody can have read it. */
export function noAnswer(label: string, error: unknown): SendError {
  const { code, message } = error as { code?: unknown; message?: string };
  const neverConnected = typeof code === 'string' && NEVER_CONNECTED.test(code);
  return new SendError(`${label} did not answer: ${message}`, true, null, !neverConnected);
}

export type GatewayClock = ReturnType<typeof createGatewayClock>;

/** Returns the clock of a gateway, as the newest answer of the gateway tells it. */
export function createGatewayClock(now: () => number) {
  let ahead: number | null = null;
  return {
    clockAhead: () => ahead,
    now: () => now() - (ahead ?? 0),
    readDate({ headers }: Response) {
      const date = Date.parse(headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = now() - date;
    },
  };
}
