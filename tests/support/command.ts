import { executableForTests, ROOT } from '../../scripts/setup';

let path: string | undefined;

/** Returns the path of the executable that is built from the sources. It starts faster than the sources. */
export function executable(): string {
  path ??= executableForTests();
  return path;
}

type Options = { cwd?: string; env: Record<string, string> };

/**
 * Runs the executable of Tagline and returns the result of `run`: `await tagline(['backup'], { DATA_DIR })`.
 */
export const tagline = (args: string[], env: Record<string, string> = {}) =>
  run([executable(), ...args], { cwd: env.DATA_DIR, env });

/** Runs a command and returns its output and its exit code. Kills it after 90 seconds. */
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

/**
 * Returns the addresses that a starting server with the simulator prints: its own and that of the simulator.
 * Does not close the stream, so that the server can print more.
 */
export async function addressesOf(stdout: ReadableStream<Uint8Array>): Promise<string[]> {
  const reader = stdout.getReader();
  let printed = '';
  while (!printed.includes('/phone')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended after it had printed: ${printed}`);
    printed += new TextDecoder().decode(value);
  }
  return [...printed.matchAll(/http:\/\/[^\s/]+/g)].map(([address]) => address);
}
