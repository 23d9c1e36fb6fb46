import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { giveToOwnerOf } from '../../app/data-folder/owner';
import { ConfigError } from '../../app/errors';

export type Changes = Record<string, string | null>;

/** The groups are its beginning, the name, the value, a comment after the value, and the end of the line. */
const ASSIGNMENT =
  /^([ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*)("[^"]*"|'[^']*'|`[^`]*`|[^#\r\n]*?)([ \t]*(?:#[^\r\n]*)?)(\r?\n|$)/gm;

export const readEnvFile = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

export const namesIn = (text: string): Set<string> =>
  new Set([...text.matchAll(ASSIGNMENT)].map(([, , name = '']) => name));

export function withChanges(text: string, changes: Changes): string {
  const written = new Set<string>();
  const changed = text.replace(ASSIGNMENT, (line, start, name, _value, comment, end) => {
    const value = changes[name];
    if (value === undefined) return line;
    // a second assignment of a name is removed, because Bun and Docker read two assignments differently
    if (value === null || written.has(name)) return '';
    written.add(name);
    return start + quote(name, value) + comment + end;
  });
  const added = Object.entries(changes).flatMap(([name, value]) =>
    value === null || written.has(name) ? [] : [`${name}=${quote(name, value)}\n`],
  );
  const separator = changed === '' || changed.endsWith('\n') || added.length === 0 ? '' : '\n';
  return changed + separator + added.join('');
}

/** Writes either the whole file or nothing. */
export function writeEnvFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : resolve(file);
  const folder = dirname(target);
  const partial = join(folder, `.${basename(target)}-${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(partial, text, { flag: 'wx', mode: 0o600, flush: true });
    giveToOwnerOf(existsSync(target) ? target : folder, [partial]);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  if (process.platform === 'win32') return; // Windows cannot open a folder
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const PLAIN = /^[\w@%+=:,./~^*()[\]?&-]*$/;

/** A backslash before a quote keeps the quote from ending the value. */
function quote(name: string, value: string): string {
  const written = value.replaceAll('$', '\\$');
  if (PLAIN.test(value)) return written;
  const mark = ["'", '"', '`'].find((one) => !value.includes(one) && !(one !== "'" && value.includes('\\')));
  if (!mark || /[\x00-\x08\x0a-\x1f\x7f]/.test(value) || /\\(\$|$)/.test(value))
    throw new ConfigError(
      `${name} cannot be written into a file .env: it has a line break, all three kinds of quotes, or a backslash where none can be read back.`,
    );
  return mark + written + mark;
}
