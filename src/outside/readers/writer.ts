/**
 * Asks the process of this server that writes. A connection is used once, because `fetch` may send a request
 * again when one that it kept has just been closed.
 */
export const askWriter = (socket: string, url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, unix: socket, redirect: 'manual', decompress: false, keepalive: false });
