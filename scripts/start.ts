import { spawn } from 'node:child_process';
import { buildWebIfStale, install, ROOT } from './setup';

// `bun start` on a machine that has nothing yet: install, build, serve.

install();
buildWebIfStale();
serve([process.execPath, 'src/main.ts', ...process.argv.slice(2)]);

/** Becomes the server, so that signals reach it and nobody stands between. */
function serve([bun = '', ...args]: string[]) {
  process.chdir(ROOT);
  if (process.platform !== 'win32') process.execve?.(bun, [bun, ...args]);
  const server = spawn(bun, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}
