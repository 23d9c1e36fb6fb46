import { z } from 'zod';
import type { App } from '../app';
import { toCall } from './calls';
import { readBuiltFile } from './web-app';

/** Longest line of a vCard in bytes, without the line break (RFC 2426, 2.6). */
const LINE_BYTES_MAX = 75;

/**
 * Description of GET /api/product/contact.vcf for the API documents. It is not a procedure, because it
 * answers with a file.
 */
export const CONTACT_CALL = toCall({
  name: 'product.contact',
  type: 'query',
  meta: {
    rest: 'GET /api/product/contact.vcf',
    summary: 'The name, number, logo and address of this server as a contact card (vCard)',
  },
  answer: { schema: z.file(), example: 'the contact card' },
  gives: 'text/vcard',
});

/**
 * Answers GET /api/product/contact.vcf with the contact card of the product (docs/product.md: Contact card).
 */
export function answerContact(app: App): Response {
  return new Response(contactCard(app, readBuiltFile('touch-icon.png')), {
    headers: {
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'inline; filename="contact.vcf"', // iPhones show it at once only if it is inline
      'cache-control': 'public, max-age=3600',
    },
  });
}

/**
 * Returns a vCard of version 3.0, which iPhones and Android phones both read with a photo (RFC 2426). `logo`
 * is a PNG file.
 */
export function contactCard(
  { config, publicUrl }: Pick<App, 'publicUrl'> & { config: { productName: string; phoneNumber: string } },
  logo: Uint8Array | undefined,
): string {
  const name = escapeText(config.productName);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${name};;;;`,
    `FN:${name}`,
    `ORG:${name}`,
    `TEL;TYPE=CELL:${config.phoneNumber}`,
    `URL:${publicUrl}`,
    ...(logo ? [`PHOTO;ENCODING=b;TYPE=PNG:${logo.toBase64()}`] : []),
    'END:VCARD',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Escapes a value (RFC 2426, 4). */
const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/**
 * Breaks a line into lines of at most LINE_BYTES_MAX bytes, but never within a character. Each line but the
 * first begins with a space.
 */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES_MAX) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
