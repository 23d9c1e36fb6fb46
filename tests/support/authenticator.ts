import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data (WebAuthn 6.1): user present, user verified, credential data included. */
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [1, 4, 64];

type Changes = {
  origin?: string;
  challenge?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
};

export function createAuthenticator(origin: string) {
  const rpId = new URL(origin).hostname;
  const id = randomBytes(16);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let handle = '';

  const clientData = (type: string, challenge: string, changes: Changes) =>
    JSON.stringify({
      type: `webauthn.${type}`,
      challenge: changes.challenge ?? challenge,
      origin: changes.origin ?? origin,
      crossOrigin: false,
    });
  const authenticatorData = (flags: number, changes: Changes, rest = Buffer.alloc(0)) => {
    const head = Buffer.alloc(5);
    head[0] = flags | PRESENT | (changes.verified === false ? 0 : VERIFIED);
    head.writeUInt32BE(changes.counter ?? 0, 1);
    return Buffer.concat([sha256(changes.rpId ?? rpId), head, rest]);
  };
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };

  return {
    create(options: { challenge: string; user: { id: string } }, changes: Changes = {}) {
      handle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const data = authenticatorData(WITH_CREDENTIAL, changes, credential);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('create', options.challenge, changes)),
          attestationObject: base64url(withoutAttestation(data)),
          transports: ['internal'],
        },
      };
    },

    get(options: { challenge: string }, changes: Changes & { userHandle?: string } = {}) {
      const json = clientData('get', options.challenge, changes);
      const data = authenticatorData(0, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(json),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: changes.userHandle ?? handle,
        },
      };
    },
  };
}

/** Encodes an attestation object of the format `none` (CBOR, WebAuthn 8.7). */
function withoutAttestation(data: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ]);
}

/** Encodes a P-256 key as a COSE key (CBOR, RFC 9053): EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
}
