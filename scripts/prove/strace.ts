import { debianProgram, UNPACKED_ENV } from '../debian';

const strace = () => debianProgram('strace');

/** A container may forbid it. */
export const canTrace = (): boolean =>
  process.platform === 'linux' &&
  Bun.spawnSync([strace(), '-o', '/dev/null', 'true'], { env: { ...process.env, ...UNPACKED_ENV } })
    .exitCode === 0;

type Injection = { calls: string[]; fault: string; paths: string[] };

/** Returns the command that makes calls on these paths fail or wait, of a process or of the command after it. */
export function injecting({ calls, fault, paths }: Injection, pid?: number): string[] {
  const set = calls.join(',');
  const options = `-f -o /dev/null -e trace=${set} -e inject=${set}:${fault}`.split(' ');
  const attached = pid === undefined ? [] : ['-p', `${pid}`];
  return [strace(), ...options, ...attached, ...paths.flatMap((path) => ['-P', path])];
}

/** Makes calls of a running process fail or wait, until it is disposed. */
export async function inject(pid: number, injection: Injection) {
  const tracer = Bun.spawn(injecting(injection, pid), { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  for await (const chunk of tracer.stderr) {
    said += new TextDecoder().decode(chunk);
    if (/attached/.test(said)) break;
  }
  if (!/attached/.test(said)) throw new Error(`strace could not attach: ${said}`);
  return {
    async [Symbol.asyncDispose]() {
      tracer.kill('SIGTERM');
      await tracer.exited;
    },
  };
}
