import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

export type Child = { pid: number; exited: Promise<number>; kill(signal: 'SIGTERM' | 'SIGKILL'): void };

export type Environment = Record<string, string | undefined>;

export const findProgram = (name: string): string | null =>
  Bun.which(name) ?? (name.includes('/') ? null : Bun.which(`./${name}`));

export function startChild(command: string[], env: Environment, onLine: (line: string) => void): Child {
  const child = Bun.spawn(command, {
    cwd: '/',
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface(Readable.fromWeb(stream as never)).on('line', onLine);
  child.unref();
  return child;
}

/** Resolves with what it printed. Throws an error with what it printed, if it failed. */
export async function runToEnd(command: string[], env: Environment, withinMs?: number): Promise<string> {
  const child = Bun.spawn(command, {
    cwd: '/',
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: withinMs,
    killSignal: 'SIGKILL',
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(errorOf(err || out) || `it ended with code ${code}`);
  return out;
}

/** Returns the error in the last line, which is a sentence, or JSON. */
export function errorOf(printed: string): string {
  const line = printed.trim().split('\n').at(-1) ?? '';
  return /"error":"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? line;
}
