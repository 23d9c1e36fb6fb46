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
 * Returns the path of a program that is on this machine, or in a package of Debian. That is unpacked with all that it
 * needs into a folder of its own, and nothing is installed. Throws an Error with one sentence if neither is possible.
 */
export function debianProgram(name: string, packageName = name): string {
  const find = () =>
    Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin` }) ??
    ['usr/bin', 'usr/sbin', 'bin'].map((folder) => join(FOLDER, folder, name)).find(existsSync);
  return find() ?? unpacked(name, packageName, find);
}

/** Does the same for a file of a package, such as `lib/x86_64-linux-musl/libc.so`. */
export function debianFile(path: string, packageName: string): string {
  const find = () => ['/', FOLDER].map((folder) => join(folder, path)).find(existsSync);
  return find() ?? unpacked(path, packageName, find);
}

function unpacked(name: string, packageName: string, find: () => string | undefined): string {
  say(`Unpacking ${name} ...`);
  mkdirSync(FOLDER, { recursive: true });
  const missing = `apt-get install -s --no-install-recommends ${packageName} | awk '/^Inst/ { print $2 }'`;
  const download = `apt-get download ${packageName} $(${missing})`;
  const unpack = `${download} || (apt-get update && ${download}) && for file in *.deb; do dpkg -x "$file" . && rm "$file"; done`;
  Bun.spawnSync(['sh', '-c', unpack], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'] });
  const found = find();
  if (!found) throw new Error(`${name} is not here, and Debian's package could not be unpacked.`);
  return found;
}
