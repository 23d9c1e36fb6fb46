import { readFileSync } from 'node:fs';
import { ROOT } from './setup';

/** Started processes. They are stopped when this process exits, also by SIGINT or SIGTERM. */
const children = new Set<Bun.Subprocess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

export type Running = Awaited<ReturnType<typeof startProcess>>;

/** Starts a server and waits until it prints its address. Throws if it ends before that. */
export async function startProcess(command: string[], env: Record<string, string> = {}) {
  const began = performance.now();
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const reader = child.stdout.getReader();
  let printed = '';
  let publicUrl: string | undefined;
  while (!publicUrl) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`${command.join(' ')} ended before it listened: ${printed}`);
    printed += new TextDecoder().decode(value);
    publicUrl = /(http:\/\/[\w.:]+)[\s/]/.exec(printed)?.[1];
  }
  return {
    url: publicUrl.replace('localhost', '127.0.0.1'),
    publicUrl,
    pid: child.pid,
    readyMs: performance.now() - began,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      child.kill(signal);
      children.delete(child);
      return child.exited;
    },
  };
}

export function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

/** Returns the resident memory of a process in megabytes; NaN if it has ended, or without Linux. */
export const memoryMb = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(proc(pid, 'status'))?.[1]) / 1024;

/** Linux reports CPU times in ticks of this length on every machine. */
const TICK_MICROS = 10_000;

/** Returns the CPU time that all threads of a process have used; NaN if it has ended, or without Linux. */
export function cpuMicros(pid: number): number {
  // the name of the program, which may contain spaces, ends with a bracket; then utime is the 12th field and
  // stime the 13th (proc(5))
  const fields = proc(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

function proc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
