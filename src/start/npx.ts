import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;

/** npx ends at SIGTERM without passing it on, so its end counts as the signal to the server that it started. */
export function onEndOfNpx(end: () => void): void {
  const npx = process.platform === 'linux' ? findNpx(process.ppid) : null;
  if (npx === null) return;
  const timer = setInterval(() => {
    if (isRunning(npx)) return;
    clearInterval(timer);
    end();
  }, LOOK_EVERY_MS);
  timer.unref();
}

function findNpx(pid: number): number | null {
  if (pid <= 1) return null;
  const { command, parent } = describe(pid);
  return /^npm |\/np[mx](-cli\.js)? /.test(command) ? pid : findNpx(parent);
}

function describe(pid: number): { command: string; parent: number } {
  // the name of the program, which may contain spaces, ends with a bracket; the parent is the 4th field (proc(5))
  const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), parent };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
