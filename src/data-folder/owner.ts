import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives what root has made, files and folders with all that is in them, to the owner of a folder. A server that runs as
 * that owner could not use it otherwise. Does nothing if another user than root runs this.
 */
export function giveToOwnerOf(folder: string, paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  const give = (path: string) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // the folder comes last: as long as it is root's, nobody can put a link into it
    if (found?.isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
    if (found?.uid === 0) lchownSync(path, uid, gid); // gives a link away, not the file it leads to
  };
  for (const path of paths) give(path);
}
