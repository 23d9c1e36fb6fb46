import { basename, join } from 'node:path';
import { VisibleError } from '../../app/errors';
import type { Message } from '../../contract/messages';
import { type FoundFile, hashOf, readBytes, statOf } from './folder';
import { type NoteFile, parseNote } from './note-file';
import type { Kept } from './state';
import type { Sync } from './sync';

/** The file has changed since it was looked at, so the next pass takes it. */
export class Busy extends Error {}

export function parse({ folder }: Pick<Sync, 'folder'>, { name, text }: FoundFile): NoteFile {
  const bytes = readBytes(folder, name);
  if (!bytes || hashOf(bytes) !== text) throw new Busy();
  const written = parseNote(decode(bytes));
  if (written.files?.some((file) => file !== basename(file) || /^\.|\\/.test(file)))
    throw new VisibleError('BAD_REQUEST', 'Its files must lie beside it.');
  return written;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new VisibleError('BAD_REQUEST', 'It is no text in UTF-8.');
  }
}

export function filesOf(sync: Sync, file: FoundFile, note: Message | undefined): Kept['files'] {
  const names = parse(sync, file).files ?? [];
  if (!note || names.length !== note.media.length) return [];
  return note.media.flatMap(({ id }, position) => {
    const name = names[position]!;
    const stat = statOf(join(sync.folder, name));
    return stat ? [{ id, name, ...stat }] : [];
  });
}

export const sameSet = (one: string[], other: string[]) =>
  new Set([...one, ...other]).size === new Set(one).size && new Set(one).size === new Set(other).size;

export function isOtherFile(
  { folder }: Pick<Sync, 'folder'>,
  { name, size, modified }: Kept['files'][number],
) {
  const stat = statOf(join(folder, name));
  return stat !== null && (stat.size !== size || stat.modified !== modified);
}

/** Editors write a file in several steps, some delete it first. */
export const isSettled = ({ settleMs }: Sync, { modified }: FoundFile): boolean =>
  settleMs === 0 || Math.abs(Date.now() - modified) >= settleMs;
