import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SECRET = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const KEY = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

/** Of a domain whose mails come from 192.0.2.1, and of another one without DMARC. */
export const MAIL_RECORDS = {
  'ann.example': 'v=spf1 ip4:192.0.2.1 -all',
  '_dmarc.ann.example': 'v=DMARC1; p=reject',
  'k._domainkey.ann.example': KEY,
  'k._domainkey.other.example': KEY,
  'other.example': 'v=spf1 ip4:192.0.2.9 -all',
};

export async function signed(signingDomain: string, mail: string, more: object = {}): Promise<string> {
  const signatureData = [{ signingDomain, selector: 'k', privateKey: SECRET, ...more }];
  const { signatures } = await dkimSign(mail, { signatureData } as never);
  return signatures + mail;
}
