import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { debianProgram, UNPACKED_ENV } from '../debian';
import { executableForTests, ROOT, runQuietly, say } from '../setup';
import type { Check, Proof } from './program';

const BARE = join(ROOT, 'node_modules/.cache/bare-debian');

/** Installs the program by its line and as a package on a bare Debian with systemd, in namespaces. Needs root. */
export const install: Proof = async (check) => {
  executableForTests();
  const program = join(import.meta.dir, 'install/in-world.ts');
  const command = [
    ...['setpriv', '--pdeathsig', 'KILL', 'unshare'],
    '--net',
    process.execPath,
    program,
    bareDebian(),
    debianProgram('busybox', 'busybox-static'),
  ];
  const child = Bun.spawn(command, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc: (message: Parameters<Check>) => check(...message),
  });
  process.on('exit', () => child.kill('SIGTERM'));
  check('the proof inside of the namespaces reaches its end', (await child.exited) === 0);
};

/** A Debian with nothing but what each has, systemd and wget. It is made once, and nothing writes to it. */
function bareDebian(): string {
  if (existsSync(BARE)) return BARE;
  const debootstrap = debianProgram('debootstrap');
  say('Making a bare Debian ...');
  rmSync(`${BARE}.new`, { recursive: true, force: true });
  const { ok, output } = runQuietly(
    [debootstrap, '--variant=minbase', '--include=systemd-sysv,wget', 'bookworm', `${BARE}.new`],
    { ...UNPACKED_ENV, DEBOOTSTRAP_DIR: join(dirname(debootstrap), '../share/debootstrap') },
  );
  if (!ok) throw new Error(`The bare Debian could not be made: ${output.slice(-500)}`);
  renameSync(`${BARE}.new`, BARE);
  return BARE;
}
