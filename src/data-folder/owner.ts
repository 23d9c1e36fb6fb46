import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes the owner of `folder` the owner of those of `paths`, and of the files in them, that belong to root.
 * Otherwise a server that runs as this owner could not use them. Does nothing unless root runs this process.
 */
export function giveToOwnerOf(folder: string, paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  const give = (path: string) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // the contents come before the folder: while the folder is root's, nobody else can put a link into it
    if (found?.isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
    // for a link, this changes the owner of the link itself, not of its target
    if (found?.uid === 0) lchownSync(path, uid, gid);
  };
  for (const path of paths) give(path);
}
