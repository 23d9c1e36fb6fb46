import { readFileSync } from 'node:fs';
import { tempFolder } from '../support/folder';
import { writeZip } from './write-zip';

export const keepNote = (number: number, note: object = {}) =>
  JSON.stringify({
    color: 'DEFAULT',
    isTrashed: false,
    isPinned: false,
    isArchived: false,
    title: `Note ${number}`,
    textContent: '',
    userEditedTimestampUsec: (1_700_000_000 + number) * 1e6,
    createdTimestampUsec: (1_700_000_000 + number) * 1e6,
    ...note,
  });

export async function takeout(count: number, more: Record<string, string | Uint8Array> = {}) {
  using files = tempFolder();
  const notes = Array.from({ length: count }, (_, n) => [`Takeout/Keep/Note ${n}.json`, keepNote(n)]);
  await writeZip(files.file('takeout.zip'), { ...Object.fromEntries(notes), ...more });
  return readFileSync(files.file('takeout.zip'));
}
