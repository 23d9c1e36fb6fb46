import { describe, expect, test } from 'bun:test';
import { agentKeys, decryptContent, decryptPush } from './push-encryption';

const bytes = (base64url: string) => Buffer.from(base64url, 'base64url');

/** The examples of RFC 8188, section 3: one record, and two records with a key id. */
const ONE_RECORD = {
  key: bytes('yqdlZ-tYemfogSmv7Ws5PQ'),
  body: bytes('I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg'),
};
const TWO_RECORDS = {
  key: bytes('BO3ZVPxUlnLORbVGMpbT1Q'),
  body: bytes(
    'uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA',
  ),
};
/** The example of RFC 8291, appendix A. */
const KEYS = agentKeys(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), bytes('BTBZMqHH6r4Tts7J_aSIgg'));
const PUSH = bytes(
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
);

const changed = (body: Buffer, at: number, value: number) => {
  const copy = Buffer.from(body);
  copy[at < 0 ? copy.length + at : at] = value;
  return copy;
};

describe('aes128gcm', () => {
  test('the examples of RFC 8188 are decrypted', () => {
    expect(decryptContent(ONE_RECORD.body, ONE_RECORD.key).toString()).toBe('I am the walrus');
    expect(decryptContent(TWO_RECORDS.body, TWO_RECORDS.key).toString()).toBe('I am the walrus');
  });

  test('content that lacks its last record is refused', () => {
    const withoutLast = TWO_RECORDS.body.subarray(0, 23 + 25);
    expect(() => decryptContent(withoutLast, TWO_RECORDS.key)).toThrow('delimiter');
  });

  test('a record size under 18 is refused', () => {
    expect(() => decryptContent(changed(TWO_RECORDS.body, 19, 17), TWO_RECORDS.key)).toThrow(
      'record size is 17',
    );
  });

  test('a changed byte is noticed', () => {
    expect(() => decryptContent(changed(ONE_RECORD.body, -1, 0), ONE_RECORD.key)).toThrow();
    expect(() => decryptContent(ONE_RECORD.body, TWO_RECORDS.key)).toThrow();
  });
});

describe('a push message', () => {
  test('the example of RFC 8291 is decrypted', () => {
    expect(KEYS.publicKey.toString('base64url')).toBe(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    );
    expect(decryptPush(PUSH, KEYS).toString()).toBe('When I grow up, I want to be a watermelon');
  });

  test('another browser cannot decrypt it', () => {
    expect(() => decryptPush(PUSH, agentKeys(null, KEYS.auth))).toThrow();
    expect(() => decryptPush(PUSH, { ...KEYS, auth: Buffer.alloc(16) })).toThrow();
  });

  test('a message of several records, or without the key of its sender, is refused', () => {
    expect(() => decryptPush(changed(changed(PUSH, 18, 0), 19, 32), KEYS)).toThrow('one record only');
    expect(() => decryptPush(ONE_RECORD.body, KEYS)).toThrow('not a public key');
  });
});
