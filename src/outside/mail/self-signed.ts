import { createSign, generateKeyPairSync } from 'node:crypto';

const YEARS = 20;
const OID_SHA256_WITH_ECDSA = '06082a8648ce3d040302';
const OID_COMMON_NAME = '0603550403';
const OID_SUBJECT_NAMES = '0603551d11';

/** A certificate for who sets none: other servers encrypt to it, and do not check whose it is (RFC 3207). */
export function createCertificate(host: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(hex(OID_SHA256_WITH_ECDSA));
  const name = sequence(tagged(0x31, sequence(hex(OID_COMMON_NAME), tagged(0x0c, Buffer.from(host)))));
  const now = new Date();
  const body = sequence(
    tagged(0xa0, hex('020102')), // version 3
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(now), time(new Date(now.getFullYear() + YEARS, 0))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(sequence(hex(OID_SUBJECT_NAMES), tagged(0x04, sequence(tagged(0x82, Buffer.from(host)))))),
    ),
  );
  const signature = createSign('sha256').update(body).sign(privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const hex = (bytes: string) => Buffer.from(bytes, 'hex');
const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts));

/** In DER: a tag, a length of one to three bytes, the content. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** As UTCTime, whose years have two digits until 2049. */
const time = (at: Date) =>
  tagged(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  );
