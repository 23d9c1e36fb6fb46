import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');

/**
 * Runs the program in a process of its own: `await tagline(['backup'], { DATA_DIR })`. Returns its output and
 * its exit code. Kills it after 90 seconds.
 */
export const tagline = (args: string[], env: Record<string, string> = {}) =>
  runBun([join(ROOT, 'src/main.ts'), ...args], { cwd: env.DATA_DIR ?? ROOT, env });

type Options = { cwd?: string; env: Record<string, string> };

/**
 * Runs Bun with arguments in a process of its own. Returns its output and its exit code. Kills it after 90
 * seconds.
 */
export async function runBun(args: string[], { cwd = ROOT, env }: Options) {
  const program = Bun.spawn([process.execPath, ...args], {
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
