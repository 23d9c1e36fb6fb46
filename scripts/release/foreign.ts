import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianFile, debianProgram, UNPACKED_ENV } from '../debian';
import { HERE, isHere, nameOf, type Target } from './targets';

/** What Debian's libstdc++ expects of glibc, for the test with Debian's musl, which has no libstdc++ of its own. */
const LIKE_GLIBC = `
typedef unsigned long size_t;
char __libc_single_threaded = 0;
struct { unsigned a, b, c, d; } __cpu_model;
size_t strftime_l(char *, size_t, const char *, const void *, void *);
long getrandom(void *, size_t, unsigned);
size_t __strftime_l(char *s, size_t n, const char *f, const void *t, void *l) { return strftime_l(s, n, f, t, l); }
unsigned arc4random(void) { unsigned x; getrandom(&x, sizeof x, 0); return x; }
int _dl_find_object(void *a, void *b) { return -1; }
int __cxa_thread_atexit_impl(void (*f)(void *), void *o, void *d) { return 0; }
int __cpu_indicator_init(void) { return 0; }
`;

/**
 * Returns the command that runs an executable of the platform on this machine, or the reason why there is none.
 * `folder` may be used for what that needs; there the executable finds itself as \`program\`.
 */
export function runnerFor(target: Target, folder: string, program: string): string[] | { reason: string } {
  if (isHere(target)) return [join(folder, program)];
  if (nameOf(HERE) !== 'linux-x64') return { reason: `this machine is ${nameOf(HERE)}` };
  try {
    if (nameOf(target) === 'linux-arm64') return emulated(join(folder, program));
    if (nameOf(target) === 'linux-x64-musl') return withMusl(folder, program);
  } catch (error) {
    return { reason: (error as Error).message };
  }
  return { reason: 'nothing here runs it' };
}

function emulated(file: string): string[] {
  const libc = debianFile('usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1', 'libc6-arm64-cross');
  return [debianProgram('qemu-aarch64-static', 'qemu-user-static'), '-L', join(libc, '../..'), file];
}

/** In a root of its own, because musl's loader has a fixed path, and Bun looks for itself in /proc/self/exe. */
function withMusl(folder: string, program: string): string[] {
  const lib = join(folder, 'lib');
  mkdirSync(lib, { recursive: true });
  for (const name of ['proc', 'dev', 'tmp', 'usr/lib']) mkdirSync(join(folder, name), { recursive: true });
  const musl = debianFile('lib/x86_64-linux-musl/libc.so', 'musl');
  for (const name of ['ld-musl-x86_64.so.1', 'libc.musl-x86_64.so.1']) cpSync(musl, join(lib, name));
  for (const [path, packageName] of [
    ['usr/lib/x86_64-linux-gnu/libstdc++.so.6', 'libstdc++6'],
    ['lib/x86_64-linux-gnu/libgcc_s.so.1', 'libgcc-s1'],
  ] as const)
    cpSync(debianFile(path, packageName), join(lib, path.split('/').at(-1)!), { dereference: true });
  writeFileSync(join(folder, 'like-glibc.c'), LIKE_GLIBC);
  const flags = ['-shared', '-fPIC', '-nostdlib', '-O1', '-o', join(lib, 'ld-linux-x86-64.so.2')];
  const { success } = Bun.spawnSync([debianProgram('gcc'), ...flags, join(folder, 'like-glibc.c')], {
    env: { ...process.env, ...UNPACKED_ENV },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  if (!success) throw new Error('there is no gcc, which the test with musl needs');
  chmodSync(join(folder, 'tmp'), 0o777);
  const enter = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"';
  return ['unshare', '--mount', '--map-root-user', 'sh', '-c', enter, folder, `/${program}`];
}
