import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { version } from '../../package.json';
import { fail } from '../setup';
import { NOTICES } from './notices-file';
import { NOTES, PARTS } from './parts';
import { listShipped, type Shipped, textOf } from './shipped';

const RULE = '='.repeat(80);

export function noticesOf(shipped: Shipped[]): string {
  const users = new Map<string, string[]>();
  const add = (text: string, user: string) => users.set(text, [...(users.get(text) ?? []), user]);
  for (const { name, version, texts } of shipped) for (const text of texts) add(text, `${name} ${version}`);
  const parts = Object.entries(PARTS).flatMap(([holder, parts]) =>
    parts.map(([names, licenses]) => ({ names: `${names} (in ${holder})`, ids: licenses.split(' ') })),
  );
  for (const { names, ids } of parts) for (const id of ids) add(textOf(id), names);
  return [
    `Tagline ${version} is under the MIT license (LICENSE). It contains, under their own licenses:`,
    shipped.map(({ name, version, license }) => `${name} ${version}: ${license}`).join('\n'),
    parts.map(({ names, ids }) => `${names}: ${ids.join(', ')}`).join('\n'),
    NOTES.trim(),
    ...[...users].map(([text, names]) => `${RULE}\n${names.join('\n')}\n\n${text}`),
    '',
  ].join('\n\n');
}

if (import.meta.main) {
  const notices = await listShipped().then(noticesOf, (error: Error) => fail(error.message));
  mkdirSync(dirname(NOTICES), { recursive: true });
  writeFileSync(NOTICES, notices);
}
