import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');

/** Flags of authenticator data (WebAuthn 6.1): user present, user verified, credential data included. */
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [1, 4, 64];

type CBORType = Parameters<typeof isoCBOR.encode>[0];

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
      const authData = new Uint8Array(authenticatorData(WITH_CREDENTIAL, changes, credential));
      const attestation = new Map<string, CBORType>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('create', options.challenge, changes)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
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

/** COSE key (RFC 9053): EC2, ES256, P-256, x and y. */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [left, right] = [x, y].map((half) => new Uint8Array(Buffer.from(half, 'base64url')));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, left!],
      [-3, right!],
    ]),
  );
}
