import { debianProgram, UNPACKED_ENV } from '../debian';

export const strace = () => debianProgram('strace');

/** A container may forbid it. */
export const canTrace = (): boolean =>
  process.platform === 'linux' &&
  Bun.spawnSync([strace(), '-o', '/dev/null', 'true'], { env: { ...process.env, ...UNPACKED_ENV } })
    .exitCode === 0;

type Injection = { calls: string[]; fault: string; paths: string[] };

/** Makes calls of a running process on these paths fail or wait, until it is disposed. */
export async function inject(pid: number, { calls, fault, paths }: Injection) {
  const set = calls.join(',');
  const at = paths.flatMap((path) => ['-P', path]);
  const tracer = Bun.spawn(
    [
      strace(),
      '-f',
      '-p',
      `${pid}`,
      '-o',
      '/dev/null',
      '-e',
      `trace=${set}`,
      '-e',
      `inject=${set}:${fault}`,
      ...at,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
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
