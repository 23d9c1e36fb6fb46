import type { Finding } from './gateway';

const TIMEOUT_MS = 10_000;

/** Whether our own webhook answers at its public address: unsigned, it must refuse us in its own words. */
export async function checkOwnAddress(webhook: string): Promise<Finding> {
  const wrong = (why: string): Finding => ({
    ok: false,
    says: `${webhook} ${why}: set PUBLIC_URL to the address at which the internet reaches this server.`,
  });
  const { protocol, hostname } = new URL(webhook);
  if (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return wrong('is an address of this machine alone');
  if (protocol !== 'https:')
    return { ok: false, says: `${webhook} is not https: put a proxy with a certificate before this server.` };
  try {
    const response = await fetch(webhook, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = (await response.text()).slice(0, 500);
    return response.status === 403 && said.includes('signature')
      ? { ok: true, says: `${webhook} answers.` }
      : wrong(`answers ${response.status}, and not as this server does`);
  } catch (error) {
    return wrong(`does not answer (${(error as Error).message})`);
  }
}
