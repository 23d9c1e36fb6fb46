import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '../../src/app/error-codes';
import { words } from '../support/words';

const ROOT = join(import.meta.dir, '../..');

/** Errors of the command line and of foreign files, which no call answers by themselves. */
const NOT_OF_THE_API =
  /^src\/(main\.ts|start\/|media\/place\/move\.ts|operators\/(backup|copies)\/|client\/|app\/(data-folder\/|zip\.ts)|archive\/|outside\/(mail|cage)\/)/;

/** The status says it all. */
const GENERAL = words`
  CLIENT_CLOSED_REQUEST METHOD_NOT_SUPPORTED NOT_FOUND PAYLOAD_TOO_LARGE TOO_MANY_REQUESTS UNAUTHORIZED
  UNSUPPORTED_MEDIA_TYPE`;

test('every error of the API has a code of its own, and every code an error', () => {
  const used = new Set(['invalid_input']);
  const without: string[] = [];
  for (const file of new Bun.Glob('src/**/*.ts').scanSync(ROOT)) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const [, first = ''] of source.matchAll(/new VisibleError\(\s*([^,]+),/g))
      for (const [, code = ''] of first.matchAll(/'(\w{5,})'/g)) {
        used.add(code.toLowerCase());
        if (/^[A-Z_]+$/.test(code) && !GENERAL.includes(code) && !NOT_OF_THE_API.test(file))
          without.push(`${file} ${code}`);
      }
    for (const [, what = ''] of source.matchAll(/notFound\(\s*'([\w ]+)'/g))
      used.add(`${what.toLowerCase().replaceAll(' ', '_')}_not_found`.replace('page_', ''));
  }
  // the webhooks of gateways, which are not in the document
  expect(without.sort()).toEqual(['src/http/webhooks.ts BAD_REQUEST', 'src/http/webhooks.ts FORBIDDEN']);
  expect([...used].filter((code) => !ERROR_CODES.includes(code))).toEqual([]);
  const kinds = words`bad_gateway internal_server_error service_unavailable unprocessable_content`;
  expect(ERROR_CODES.filter((code) => !used.has(code))).toEqual(kinds);
});
