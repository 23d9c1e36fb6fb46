import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DKIM, SECRET } from '../../app/data-folder/data-folder';
import { VisibleError } from '../../app/errors';

/** The file beside the copies. */
export const KEYS = 'keys.encrypted';

const ALGORITHM = 'aes-256-gcm';
const [SALT_BYTES, IV_BYTES, TAG_BYTES] = [16, 12, 16];
const keyOf = (passphrase: string, salt: Uint8Array) =>
  scryptSync(passphrase, salt, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 });

type Files = Record<string, string>;

export function encryptKeys(dataDir: string, passphrase: string): Uint8Array<ArrayBuffer> {
  const files: Files = {};
  for (const name of [SECRET, DKIM])
    if (existsSync(join(dataDir, name))) files[name] = readFileSync(join(dataDir, name)).toString('base64');
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(IV_BYTES)];
  const cipher = createCipheriv(ALGORITHM, keyOf(passphrase, salt), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(files)), cipher.final()]);
  return new Uint8Array(Buffer.concat([salt, iv, cipher.getAuthTag(), body]));
}

export function decryptKeys(bytes: Uint8Array, passphrase: string): Map<string, Buffer> {
  const [salt, iv, tag, body] = [
    bytes.subarray(0, SALT_BYTES),
    bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES),
    bytes.subarray(SALT_BYTES + IV_BYTES, SALT_BYTES + IV_BYTES + TAG_BYTES),
    bytes.subarray(SALT_BYTES + IV_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(passphrase, salt), iv).setAuthTag(tag);
    const text = Buffer.concat([decipher.update(body), decipher.final()]).toString();
    return new Map(
      Object.entries(JSON.parse(text) as Files)
        .filter(([name]) => name === SECRET || name === DKIM)
        .map(([name, content]) => [name, Buffer.from(content, 'base64')]),
    );
  } catch {
    throw new VisibleError(
      'BAD_REQUEST',
      'REPLICA_PASSPHRASE is not the one that the keys beside the copies were encrypted with. Leave it empty to restore without them.',
    );
  }
}
