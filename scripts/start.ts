import { spawn } from 'node:child_process';
import { buildWebIfStale, install, packModelIfStale, ROOT } from './setup';

// `bun start` on a fresh clone: installs the packages, builds the web app, packs the model and serves

install();
buildWebIfStale();
packModelIfStale();
becomeServer([process.execPath, 'src/main.ts', ...process.argv.slice(2)]);

/**
 * Replaces this process with the server, so that signals reach the server. On Windows the server is a child
 * process, and this process passes signals on to it.
 */
function becomeServer([bun = '', ...args]: string[]) {
  process.chdir(ROOT);
  if (process.platform !== 'win32') process.execve?.(bun, [bun, ...args]);
  const server = spawn(bun, args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
}
