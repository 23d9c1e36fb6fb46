import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** Smallest record size: the tag, the padding delimiter, and one more byte (RFC 8188, section 2). */
const RECORD_BYTES_MIN = TAG_BYTES + 2;
/** Length of an uncompressed public key of P-256. */
const PUBLIC_KEY_BYTES = 65;

/** Keys of the user agent for one subscription (RFC 8291, section 3). */
export type AgentKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

export function agentKeys(privateKey: Buffer | null, auth: Buffer): AgentKeys {
  const ecdh = createECDH(CURVE);
  if (privateKey) ecdh.setPrivateKey(privateKey);
  else ecdh.generateKeys();
  return { privateKey: ecdh.getPrivateKey(), publicKey: ecdh.getPublicKey(), auth };
}

/** Decrypts a push message as a user agent does (RFC 8291, sections 3 and 4). */
export function decryptPush(body: Buffer, { privateKey, publicKey, auth }: AgentKeys): Buffer {
  const { recordBytes, keyId: senderKey, records } = readHeader(body);
  if (senderKey.length !== PUBLIC_KEY_BYTES) throw new Error('The key id is not a public key of P-256.');
  if (records.length > recordBytes)
    throw new Error('A push message has one record only (RFC 8291, section 4).');
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(privateKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  return decryptContent(body, hkdf(ecdh.computeSecret(senderKey), auth, info, 32));
}

/** Decrypts content that is encoded by `aes128gcm` (RFC 8188, section 2). */
export function decryptContent(body: Buffer, keyingMaterial: Buffer): Buffer {
  const { salt, recordBytes, records } = readHeader(body);
  if (recordBytes < RECORD_BYTES_MIN) throw new Error(`The record size is ${recordBytes}.`);
  if (records.length === 0) throw new Error('There is no record.');
  const key = hkdf(keyingMaterial, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const baseNonce = hkdf(keyingMaterial, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const contents: Buffer[] = [];
  for (let from = 0, sequence = 0; from < records.length; from += recordBytes, sequence++) {
    const record = records.subarray(from, from + recordBytes);
    const isLast = from + recordBytes >= records.length;
    contents.push(withoutPadding(decryptRecord(record, key, nonceOf(baseNonce, sequence)), isLast));
  }
  return Buffer.concat(contents);
}

/** Splits the salt, the record size and the key id from the records (RFC 8188, section 2.1). */
function readHeader(body: Buffer) {
  const fixed = SALT_BYTES + 5;
  if (body.length < fixed) throw new Error('The header of the content is not complete.');
  const end = fixed + body.readUInt8(fixed - 1);
  if (body.length < end) throw new Error('The key id is not complete.');
  return {
    salt: body.subarray(0, SALT_BYTES),
    recordBytes: body.readUInt32BE(SALT_BYTES),
    keyId: body.subarray(fixed, end),
    records: body.subarray(end),
  };
}

function decryptRecord(record: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (record.length <= TAG_BYTES) throw new Error('A record is too short.');
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()]);
}

/**
 * Removes the padding: zeros and the delimiter before them, which is 2 in the last record and 1 in the
 * others.
 */
function withoutPadding(record: Buffer, isLast: boolean): Buffer {
  const at = record.findLastIndex((byte) => byte !== 0);
  if (record[at] !== (isLast ? 2 : 1)) throw new Error('The padding does not end with its delimiter.');
  return record.subarray(0, at);
}

/**
 * Returns the nonce of a record: the last bytes of the base nonce, combined (XOR) with the number of the
 * record (RFC 8188, section 2.3).
 */
function nonceOf(base: Buffer, sequence: number): Buffer {
  const nonce = Buffer.from(base);
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sequence) >>> 0, 8);
  return nonce;
}

const hkdf = (keyingMaterial: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', keyingMaterial, salt, info, bytes));
