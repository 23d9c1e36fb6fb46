import { executableForTests, ROOT } from '../../scripts/setup';

let path: string | undefined;

export function executable(): string {
  path ??= executableForTests();
  return path;
}

type Options = { cwd?: string; env: Record<string, string> };

export const tagline = (args: string[], env: Record<string, string> = {}) =>
  run([executable(), ...args], { cwd: env.DATA_DIR, env });

export async function run(command: string[], { cwd = ROOT, env }: Options) {
  const program = Bun.spawn(command, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
    program.exited,
  ]);
  return { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), exitCode };
}

export async function addressesOf(stdout: ReadableStream<Uint8Array>): Promise<string[]> {
  const reader = stdout.getReader();
  let printed = '';
  while (!/\/phone|people text/.test(printed)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended after it had printed: ${printed}`);
    printed += new TextDecoder().decode(value);
  }
  return [...printed.matchAll(/http:\/\/[^\s/]+/g)].map(([address]) => address);
}
