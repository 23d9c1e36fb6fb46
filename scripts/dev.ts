import { install, ROOT } from './setup';

/**
 * The server, restarted when it changes, and Vite in front of it, which hands it /api, /trpc and /ws. They
 * stop together.
 */

const WEB = 'http://localhost:5173';

install();
const parts = [
  run(['--watch', 'src/main.ts'], { PUBLIC_URL: process.env.PUBLIC_URL ?? WEB }),
  run(['--bun', 'vite', '--config', 'web/vite.config.ts']),
];
const stop = () => {
  for (const part of parts) part.kill();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
await Promise.race(parts.map((part) => part.exited));
stop();
await Promise.all(parts.map((part) => part.exited));

function run(args: string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
