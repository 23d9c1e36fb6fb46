import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackSigned, unpackUuencoded, withoutPgp } from '../../../src/outside/mail/packed-words';
import { decompressRtf, rtfWords } from '../../../src/outside/mail/rtf';
import { readTnef } from '../../../src/outside/mail/tnef';

const CORPUS = join(import.meta.dir, '../../texting/mail/corpus');
const partOf = (name: string, boundary: RegExp) =>
  new Uint8Array(Buffer.from(readFileSync(join(CORPUS, name), 'utf8').split(boundary).at(-1)!, 'base64'));
const WINMAIL = partOf('mimekit-winmail-rtf.eml', /base64\n\n/);
const SIGNED = partOf('smime-opaque.eml', /base64\n\n/);

test('rich text is decompressed, and its HTML, letters and hidden groups are read', () => {
  const { words } = readTnef(WINMAIL);
  expect(words).toContain("aafgag'alga'kgk");
  const cases = [
    ["{\\rtf1\\ansi\\ansicpg1251\\pard \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2\\par \\u8364?5}", 'Привет\n€5'],
    ['{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}\\b a\\b0\\tab b\\{c\\}\\line d}', 'a\tb{c}\nd'],
    [
      '{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Hello{\\*\\htmltag84 &#33;}\\htmlrtf }\\htmlrtf0{\\*\\htmltag72 </p>}}',
      'Hello!',
    ],
  ] as const;
  for (const [rtf, words] of cases) expect(rtfWords(rtf)).toBe(words);
  const plain = Buffer.concat([Buffer.alloc(16), Buffer.from('{\\rtf1 x}')]);
  plain.writeUInt32LE(9, 4);
  plain.writeUInt32LE(0x414c454d, 8);
  expect(rtfWords(decompressRtf(plain))).toBe('x');
});

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const value = Buffer.concat(parts);
  return Buffer.from([tag, 0x82, value.length >> 8, value.length & 0xff, ...value]);
};
const signed = (content: Buffer) => {
  const data = der(0x30, der(2), der(0x31), der(0x30, der(6), der(0xa0, content)));
  return new Uint8Array(der(0x30, der(6, Buffer.from('2a864886f70d010702', 'hex')), der(0xa0, data)));
};

test('hostile packages give what they have, and take no time', () => {
  for (const [bytes, read] of [
    [WINMAIL, readTnef],
    [SIGNED, unpackSigned],
  ] as const)
    for (let at = 0; at < bytes.length; at += 7) {
      read(bytes.slice(0, at));
      for (const byte of [0, 0x7f, 0x80, 0xff]) {
        const changed = bytes.slice();
        changed[at] = byte;
        read(changed);
      }
    }
  const deep = new Uint8Array(20_000).fill(0x30).map((byte, at) => (at % 2 ? 0x80 : byte));
  const long = new Uint8Array([0x30, 0x85, 1, 1, 1, 1, 1]);
  const nested = (depth: number): Buffer =>
    depth === 0 ? der(4, Buffer.from('milk')) : der(0x24, nested(depth - 1));
  expect(Buffer.from(unpackSigned(signed(nested(10))) ?? []).toString()).toBe('milk');
  const other = new Uint8Array([0x30, 0x03, 0x06, 0x01, 0x2a]);
  const withoutLength = new Uint8Array([0x30, 0x80, 0x04, 0x84]);
  for (const bytes of [deep, long, withoutLength, other, signed(nested(20)), new Uint8Array()])
    expect(unpackSigned(bytes)).toBeNull();
  const record = (id: number, data: string) => {
    const head = Buffer.alloc(9);
    head.writeUInt16LE(id, 1);
    head.writeUInt32LE(data.length, 5);
    return [head, Buffer.from(data), Buffer.alloc(2)];
  };
  const file = [...record(0x9002, 'a file'), ...record(0x800f, 'its bytes')];
  const many = Buffer.concat([WINMAIL.subarray(0, 6), ...Array<typeof file>(99).fill(file).flat()]);
  expect(readTnef(new Uint8Array(many)).files).toHaveLength(30);
  const begins = 'begin 644 x\n'.repeat(50_000);
  expect(unpackUuencoded(begins).files).toEqual([]);
  const unsigned = '-----BEGIN PGP SIGNED MESSAGE-----\n'.repeat(20_000);
  expect(withoutPgp(unsigned)).toBe(unsigned);
});
