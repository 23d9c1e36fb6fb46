import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

/** Started processes. They are stopped when this process exits, also by SIGINT or SIGTERM. */
const children = new Set<Bun.Subprocess>();
process.on('exit', () => {
  for (const child of children) child.kill();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

export type Running = Awaited<ReturnType<typeof startProcess>>;

/**
 * Starts a Bun program and waits until it prints the address at which it listens. `readyMs` is the number of
 * milliseconds from the start until the address is printed. Throws if the program ends before that.
 */
export async function startProcess(args: string[], env: Record<string, string> = {}) {
  const began = performance.now();
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const reader = child.stdout.getReader();
  let printed = '';
  let url: RegExpExecArray | null = null;
  while (!url) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${args.join(' ')} ended before it listened: ${printed}`);
    printed += new TextDecoder().decode(value);
    url = /http:\/\/[\w.:]+/.exec(printed);
  }
  const port = new URL(url[0]).port;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    readyMs: performance.now() - began,
    async stop() {
      child.kill();
      await child.exited;
      children.delete(child);
    },
  };
}

/**
 * Returns the resident memory of a process in megabytes. Returns null if the process has ended, and always on
 * systems other than Linux.
 */
export function memoryMb(pid: number): number | null {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(proc(pid, 'status'))?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : null;
}

/**
 * Length of a clock tick in /proc in microseconds. Linux reports CPU times in ticks of this length on every
 * machine.
 */
const TICK = 10_000;

/**
 * Returns the CPU time that all threads of a process have used, in microseconds. Returns null if the process
 * has ended, and always on systems other than Linux.
 */
export function cpuMicros(pid: number): number | null {
  // leaves out the program's name, which can contain spaces, and the fields before it (proc(5)); of the other
  // fields, the 12th is utime and the 13th is stime
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return fields.length > 12 ? (Number(fields[11]) + Number(fields[12])) * TICK : null;
}

function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
