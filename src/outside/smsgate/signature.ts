import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_LIFE_MS = 5 * 60_000;

export type SignatureFault = 'is missing or wrong' | 'is too old, or the clocks differ' | 'was used before';

/**
 * A signature is accepted only once: the app signs each request anew, so a repeated signature comes from a
 * recorded request.
 */
export function signatureCheck(key: string, now: () => number) {
  const used = new Map<string, number>();
  return (raw: string, headers: Headers): SignatureFault | null => {
    const signature = headers.get('x-signature')?.toLowerCase() ?? '';
    const timestamp = headers.get('x-timestamp') ?? '';
    const given = Buffer.from(signature, 'hex');
    const expected = createHmac('sha256', key)
      .update(raw + timestamp)
      .digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'is missing or wrong';
    const at = Number(timestamp) * 1000;
    if (!(Math.abs(now() - at) <= SIGNATURE_LIFE_MS)) return 'is too old, or the clocks differ';
    for (const [old, time] of used) if (Math.abs(now() - time) > 2 * SIGNATURE_LIFE_MS) used.delete(old);
    if (used.has(signature)) return 'was used before';
    used.set(signature, at);
    return null;
  };
}
