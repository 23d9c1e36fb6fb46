import { z } from 'zod';
import type { App } from '../app/app';
import { toCall } from './calls';
import { escapeText, toContentLines } from './content-lines';
import { readBuiltFile } from './web-app';

export const CONTACT_CALL = toCall({
  name: 'product.contact',
  type: 'query',
  meta: {
    rest: 'GET /api/product/contact.vcf',
    summary: 'The name, number, logo and address of this server as a contact card (vCard)',
  },
  answer: { schema: z.file(), example: 'the contact card' },
  gives: 'text/vcard',
  handle: answerContact,
});

function answerContact(app: App): Response {
  return new Response(contactCard(app, readBuiltFile('touch-icon.png')), {
    headers: {
      'content-type': 'text/vcard; charset=utf-8',
      'content-disposition': 'inline; filename="contact.vcf"', // so that iPhones show the card at once
      'cache-control': 'public, max-age=3600',
    },
  });
}

/**
 * Returns a vCard of version 3.0 (RFC 2426), because iPhones and Android phones can read the photo in a vCard
 * of this version.
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
  return toContentLines(lines);
}
