import { createECDH, hkdfSync } from 'node:crypto';
import { type App, perApp } from '../../app/app';

/**
 * The keys (RFC 8292, base64url) are derived from the server's secret. So they are in no table, and a
 * restored backup has the same keys. Throws for one secret in four thousand million, which P-256 does not
 * allow.
 */
export const pushKeys = perApp((app: App): { publicKey: string; privateKey: string } => {
  const privateKey = Buffer.from(hkdfSync('sha256', app.secret, '', 'keys of web push', 32));
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
});
