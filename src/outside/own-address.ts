import { isLoopback } from '../app/config/config';
import { bad, type Finding, good } from '../contract/health';

const NAME = 'Public address';
const TIMEOUT_MS = 10_000;

/**
 * Sends an unsigned request to that address, and expects the answer with which this server refuses unsigned
 * requests.
 */
export async function checkOwnAddress(webhook: string): Promise<Finding> {
  const unreachable = (why: string): Finding =>
    bad(NAME, `${webhook} ${why}: set PUBLIC_URL to the address at which the internet reaches this server.`);
  const { protocol, hostname } = new URL(webhook);
  if (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return unreachable('is an address that only this machine knows');
  if (protocol !== 'https:')
    return bad(NAME, `${webhook} is not https: put a proxy with a certificate before this server.`);
  try {
    const response = await fetch(webhook, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = (await response.text()).slice(0, 500);
    return response.status === 403 && body.includes('signature')
      ? good(NAME, `${webhook} answers.`)
      : unreachable(`answers ${response.status}, unlike this server`);
  } catch (error) {
    return unreachable(`does not answer (${(error as Error).message})`);
  }
}

/** Returns false if the host is this machine or a name without a dot. */
export const isPublic = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname.includes('.') && !isLoopback(hostname);
};
