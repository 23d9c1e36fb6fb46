import { createHmac } from 'node:crypto';
import type { App } from '../../app/app';
import { isAhead } from '../../app/clock';

/** For so long calls are signed with the secret before as well. */
const OVERLAP_MS = 24 * 3_600_000;
const PREFIX = 'whsec_';

export type Signing = {
  id: number;
  userId: number;
  createdAt: number;
  generation: number;
  rotatedAt: number | null;
};

/** Made of the server's secret, so that no copy of the database has it. The owner keeps ids of a restore apart. */
const keyOf = (app: App, { id, userId, createdAt }: Signing, generation: number): Buffer =>
  createHmac('sha256', app.secret).update(`webhook ${id} ${userId} ${createdAt} ${generation}`).digest();

export const secretOf = (app: App, hook: Signing): string =>
  PREFIX + keyOf(app, hook, hook.generation).toString('base64');

export function formerSecretUntil(app: App, { rotatedAt }: Pick<Signing, 'rotatedAt'>): number | null {
  const until = (rotatedAt ?? 0) + OVERLAP_MS;
  return rotatedAt !== null && isAhead(app, until, OVERLAP_MS) ? until : null;
}

/** The headers of Standard Webhooks; `at` in milliseconds. */
export function signedHeaders(
  app: App,
  hook: Signing,
  { key, at, body }: { key: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const generations = [hook.generation];
  if (formerSecretUntil(app, hook) !== null) generations.push(hook.generation - 1);
  const signatures = generations.map((generation) => {
    const hmac = createHmac('sha256', keyOf(app, hook, generation));
    return `v1,${hmac.update(`${key}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': key,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
