import { createECDH, hkdfSync } from 'node:crypto';
import { type App, perApp } from '../../app/app';

/** RFC 8292. Derived from the server's secret, so that a restored backup has the same keys. */
export const pushKeys = perApp((app: App): { publicKey: string; privateKey: string } => {
  const privateKey = Buffer.from(hkdfSync('sha256', app.secret, '', 'keys of web push', 32));
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
});
