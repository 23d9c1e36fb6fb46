import { createECDH, hkdfSync } from 'node:crypto';
import { type App, perApp } from '../../app/app';

/**
 * Returns the keys by which push services know this server (RFC 8292), in base64url. The keys are derived
 * from the secret that is created at the first start. So they are in no table, and a restored backup has the
 * same keys. Throws for one secret in four thousand million, because P-256 does not allow the key that is
 * derived from it.
 */
export const pushKeys = perApp((app: App): { publicKey: string; privateKey: string } => {
  const privateKey = Buffer.from(hkdfSync('sha256', app.secret, '', 'keys of web push', 32));
  const ecdh = createECDH('prime256v1'); // P-256
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
});
