import { expect, test } from 'bun:test';
import { contactCard } from '../../src/http/contact';
import { testServer } from '../support/server';

const unfold = (card: string) => card.replaceAll('\r\n ', '').split('\r\n');

test('the contact card has the name, number, address and logo of the server', async () => {
  await using server = await testServer();
  const { status, headers, text } = await server.stranger().get('/api/product/contact.vcf');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/vcard; charset=utf-8']);
  const lines = unfold(text);
  expect(lines.slice(0, 7)).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Tagline;;;;',
    'FN:Tagline',
    'ORG:Tagline',
    'TEL;TYPE=CELL:+12025550100',
    `URL:${server.publicUrl}`,
  ]);
  const [, photo = ''] = /^PHOTO;ENCODING=b;TYPE=PNG:(.*)$/.exec(lines[7] ?? '') ?? [];
  const { format, width } = await new Bun.Image(Uint8Array.fromBase64(photo)).metadata();
  expect({ format, width }).toEqual({ format: 'png', width: 180 });
  expect(lines.slice(8)).toEqual(['END:VCARD', '']);
});

test('a name with signs of vCard is escaped, and no line is longer than 75 bytes', () => {
  const productName = `Ann; Bob, & Co\\ ${'é🎉'.repeat(40)}`;
  const card = contactCard(
    { publicUrl: 'https://notes.example', config: { productName, phoneNumber: '+12025550100' } },
    new Uint8Array(3000),
  );
  expect(unfold(card)).toContain(`FN:Ann\\; Bob\\, & Co\\\\ ${'é🎉'.repeat(40)}`);
  for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(card).not.toContain('\ufffd');
});
