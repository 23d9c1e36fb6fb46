import { createPublicKey, verify } from 'node:crypto';

/** A token may end at most 24 hours after the request (RFC 8292, section 2). */
const LIFE_SECONDS_MAX = 24 * 3600;

export type VapidClaims = { aud: string; exp: number; sub?: string };

/** Checks the `Authorization` header of an application server (RFC 8292). */
export function checkVapid(
  header: string,
  origin: string,
  now: number,
): { claims: VapidClaims; key: string } | { broken: string } {
  const [scheme, ...parameters] = header.split(/[ \t]+|(?<=,)/);
  if (scheme?.toLowerCase() !== 'vapid') return { broken: 'The scheme is not vapid.' };
  const values = new Map(
    parameters
      .map((parameter) => /^(\w+)=("?)([\w.-]+)\2,?$/.exec(parameter))
      .map((found) => [found?.[1], found?.[3] ?? ''] as const),
  );
  const [token = '', key = ''] = [values.get('t'), values.get('k')];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const publicKey = publicKeyOf(key);
  if (!publicKey) return { broken: 'k is not an uncompressed public key of P-256.' };
  const signed = Buffer.from(`${head}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes))
    return { broken: 'The signature is not one of k.' };
  if (readJson<{ alg: string }>(head)?.alg !== 'ES256') return { broken: 'The algorithm is not ES256.' };
  const claims = readJson<VapidClaims>(payload);
  if (!claims) return { broken: 'The claims are not JSON.' };
  if (claims.aud !== origin) return { broken: `The audience is not ${origin}.` };
  const seconds = claims.exp - now / 1000;
  if (!(seconds > 0)) return { broken: 'The token has expired.' };
  if (seconds > LIFE_SECONDS_MAX) return { broken: 'The token expires more than 24 hours later.' };
  if (claims.sub !== undefined && !/^(mailto:\S+@\S+|https:\/\/\S+)$/.test(claims.sub))
    return { broken: 'The contact is neither a mailto: nor an https: URI.' };
  return { claims, key };
}

/** Returns the public key from an uncompressed point in base64url, or null if it is not a point of P-256. */
function publicKeyOf(point: string) {
  const bytes = Buffer.from(point, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return null;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return null;
  }
}

function readJson<T>(part: string): T | null {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return null;
  }
}
