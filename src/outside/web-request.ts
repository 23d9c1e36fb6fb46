import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { hostOf } from './guard';

const HEADER_BYTES_MAX = 16 * 1024;

type WebRequest = {
  method?: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  signal: AbortSignal;
  ca: string | undefined;
};

export async function requestFirst(url: URL, ips: string[], what: WebRequest): Promise<IncomingMessage> {
  let failure: unknown;
  for (const ip of ips)
    try {
      return await request(url, ip, what);
    } catch (error) {
      failure = error;
    }
  throw failure;
}

function request(url: URL, ip: string, { method = 'GET', headers, body, signal, ca }: WebRequest) {
  const secure = url.protocol === 'https:';
  const host = hostOf(url);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (secure ? https : http).request({
      host: ip,
      port: url.port || (secure ? 443 : 80),
      path: url.pathname + url.search,
      // the certificate must be for the host name, although the connection goes to an IP address
      ...(secure && !isIP(host) && { servername: host }),
      ...(secure && ca && { ca }),
      method,
      agent: false,
      maxHeaderSize: HEADER_BYTES_MAX,
      signal,
      headers: { host: url.host, ...headers },
    });
    request.on('response', resolve);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('switched protocols'));
    });
    // this listener stays registered, because otherwise an error after the response would be uncaught
    request.on('error', reject);
    request.end(body);
  });
}
