import { createECDH } from 'node:crypto';
import { decrypt } from 'http_ece';

/** Keys of the user agent for one subscription (RFC 8291, section 3). */
export type AgentKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

export function agentKeys(privateKey: Buffer | null, auth: Buffer): AgentKeys {
  const ecdh = createECDH('prime256v1');
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), publicKey: ecdh.getPublicKey(), auth };
}

/** Decrypts a push message as a user agent does (RFC 8291, sections 3 and 4). */
export function decryptPush(body: Buffer, { privateKey, auth }: AgentKeys): Buffer {
  const [recordBytes, records] = [body.readUInt32BE(16), body.subarray(21 + body.readUInt8(20))];
  if (records.length > recordBytes)
    throw new Error('A push message has one record only (RFC 8291, section 4).');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth });
}
