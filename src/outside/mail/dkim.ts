import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DKIM } from '../../app/data-folder/data-folder';
import { giveToOwnerOf } from '../../app/data-folder/owner';

const SELECTOR = 'tagline';

export type DkimKey = { domain: string; selector: string; privateKey: string };

export function readDkimKey(dataDir: string, domain: string): DkimKey | null {
  const file = join(dataDir, DKIM);
  return existsSync(file) ? { domain, selector: SELECTOR, privateKey: readFileSync(file, 'utf8') } : null;
}

/** RSA, because not all servers know Ed25519 (RFC 8463). A key that is there stays: its record is in the DNS. */
export function makeDkimKey(dataDir: string, domain: string): DkimKey {
  const file = join(dataDir, DKIM);
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' });
    giveToOwnerOf(dataDir, [file]);
  }
  return readDkimKey(dataDir, domain)!;
}

export const dkimName = ({ domain, selector }: DkimKey): string => `${selector}._domainkey.${domain}`;

export const dkimRecord = ({ privateKey }: DkimKey): string =>
  `v=DKIM1; k=rsa; p=${createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')}`;
