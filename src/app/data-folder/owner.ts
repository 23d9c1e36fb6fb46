import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Otherwise a server that runs as this owner could not use these files. */
export function giveToOwnerOf(folder: string, paths: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  const give = (path: string) => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    // the contents come before the folder, because nobody else can put a link into the folder while it
    // belongs to root
    if (found?.isDirectory()) for (const name of readdirSync(path)) give(join(path, name));
    // for a link, this changes the owner of the link itself, not of its target
    if (found?.uid === 0) lchownSync(path, uid, gid);
  };
  for (const path of paths) give(path);
}
