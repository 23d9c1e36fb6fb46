import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './setup';

const FOLDER = join(ROOT, 'node_modules/.cache/debian');
const LIBRARIES = ['usr/lib', 'lib'].flatMap((lib) =>
  ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => join(FOLDER, lib, machine)),
);

/** So that a program that was unpacked finds the libraries that were unpacked with it. */
export const UNPACKED_ENV = { LD_LIBRARY_PATH: LIBRARIES.join(':') };

/**
 * Returns the path of a program that is on this machine, or that Debian's packages have. They are unpacked into a
 * folder of their own, and nothing is installed. Throws an Error with one sentence if neither is possible.
 */
export function debianProgram(name: string, packages = [name]): string {
  const find = () =>
    Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` }) ??
    ['usr/bin', 'usr/sbin'].map((folder) => join(FOLDER, folder, name)).find(existsSync);
  const found = find();
  if (found) return found;
  say(`Unpacking ${packages.join(', ')} ...`);
  mkdirSync(FOLDER, { recursive: true });
  const download = `apt-get download ${packages.join(' ')}`;
  const unpack = `${download} || (apt-get update && ${download}) && for file in *.deb; do dpkg -x "$file" . && rm "$file"; done`;
  Bun.spawnSync(['sh', '-c', unpack], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  const unpacked = find();
  if (!unpacked) throw new Error(`${name} is not here, and Debian's package could not be unpacked.`);
  return unpacked;
}
