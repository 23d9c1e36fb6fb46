import { spawn } from 'node:child_process';
import { buildWebIfStale, install, packModelIfStale, ROOT } from './setup';

install();
buildWebIfStale();
packModelIfStale();
becomeServer([process.execPath, 'src/main.ts', ...process.argv.slice(2)]);

/** Replaces this process, so that signals reach the server. Windows cannot, so there they are passed on. */
function becomeServer([bun = '', ...args]: string[]) {
  process.chdir(ROOT);
  if (process.platform !== 'win32') process.execve?.(bun, [bun, ...args]);
  const server = spawn(bun, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}
