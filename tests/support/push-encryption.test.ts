import { expect, test } from 'bun:test';
import { agentKeys, decryptPush } from './push-encryption';

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');

/** The example of RFC 8291, appendix A. */
const KEYS = agentKeys(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), bytes('BTBZMqHH6r4Tts7J_aSIgg'));
const PUSH = bytes(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
);

test('a push message is decrypted by the keys of its browser only', () => {
  expect(decryptPush(PUSH, KEYS).toString()).toBe('When I grow up, I want to be a watermelon');
  expect(() => decryptPush(PUSH, agentKeys(null, KEYS.auth))).toThrow();
  expect(() => decryptPush(PUSH, { ...KEYS, auth: Buffer.alloc(16) })).toThrow();
});

test('a push message of several records is refused', () => {
  const several = Buffer.from(PUSH);
  several.writeUInt32BE(32, 16);
  expect(() => decryptPush(several, KEYS)).toThrow('one record only');
});
