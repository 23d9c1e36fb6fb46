const NEVER_CONNECTED = /^(ConnectionRefused|FailedToOpenSocket|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|DNS\w*)$/i;

/** Returns whether a request failed before there was a connection, so that nobody can have read it. */
export function neverConnected(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && NEVER_CONNECTED.test(code);
}
