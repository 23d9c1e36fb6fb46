import { join } from 'node:path';
import { ROOT } from '../setup';

export type Target = { os: 'linux' | 'darwin' | 'windows'; cpu: 'x64' | 'arm64'; libc?: 'musl' };

export const HERE: Target = {
  os: process.platform === 'win32' ? 'windows' : (process.platform as 'linux' | 'darwin'),
  cpu: process.arch as Target['cpu'],
};

export const TARGETS: Target[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'windows', cpu: 'x64' },
];

const LIBRARY = { linux: 'vec0.so', darwin: 'vec0.dylib', windows: 'vec0.dll' };

/** Such as `linux-x64-musl`. */
export const nameOf = ({ os, cpu, libc }: Target) => [os, cpu, ...(libc ? [libc] : [])].join('-');

export const programOf = ({ os }: Target) => (os === 'windows' ? 'tagline.exe' : 'tagline');

export const isHere = (target: Target) => nameOf(target) === nameOf(HERE);

/** sqlite-vec itself publishes nothing for musl, but a fork of it does. */
export const vectorLibrary = (target: Target) =>
  target.libc
    ? join(ROOT, 'node_modules/@photostructure/sqlite-vec/dist', nameOf(target), LIBRARY[target.os])
    : join(ROOT, `node_modules/sqlite-vec-${nameOf(target)}`, LIBRARY[target.os]);
