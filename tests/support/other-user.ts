import { chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { executable, run } from './command';

const NOBODY = 65534;

/** Does nothing unless the tests run as root. */
export function giveAway(folder: string): void {
  if (process.getuid?.() !== 0) return;
  for (const name of ['', ...readdirSync(folder)]) chownSync(join(folder, name), NOBODY, NOBODY);
}

/**
 * Runs the program as a user other than root, because root may write every file. Kills it after 30 seconds.
 */
export function taglineAsUser(args: string[], env: Record<string, string>) {
  const program = executable();
  const script = `if (process.getuid() === 0) { process.setgid(${NOBODY}); process.setuid(${NOBODY}); }
    process.execve(${JSON.stringify(program)}, ${JSON.stringify([program, ...args])});`;
  return run([process.execPath, '-e', script], { env });
}
