import { createECDH, hkdfSync } from 'node:crypto';
import { type App, perApp } from '../app';

/**
 * Returns the keys by which push services know this server (RFC 8292), in base64url. They are derived from
 * the secret that is made at the first start, so they are in no table, and a restored backup has the same
 * keys. Throws for one secret in four thousand million, because its key is not allowed for P-256.
 */
export const pushKeys = perApp((app: App): { publicKey: string; privateKey: string } => {
  const privateKey = Buffer.from(hkdfSync('sha256', app.secret, '', 'keys of web push', 32));
  const ecdh = createECDH('prime256v1'); // P-256
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
});
