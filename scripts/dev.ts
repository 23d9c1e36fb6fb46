import { install, packModelIfStale, ROOT, VITE } from './setup';

/** `bun run dev`: runs the server, which restarts when its code changes, and Vite, which passes calls on to it. */

const { PORT = '3000', WEB_PORT = '5173', SIMULATOR_PORT = String(Number(PORT) + 1) } = process.env;
const web = `http://localhost:${WEB_PORT}`;

install();
packModelIfStale();
const parts = [
  run(['--watch', 'src/main.ts'], { PORT, SIMULATOR_PORT, PUBLIC_URL: process.env.PUBLIC_URL ?? web }),
  run([VITE, '--config', 'web/vite.config.ts'], {
    PORT: WEB_PORT,
    DEV_SERVER: `http://localhost:${PORT}`,
    DEV_SIMULATOR: `http://localhost:${SIMULATOR_PORT}`,
  }),
];
const stop = () => {
  for (const part of parts) part.kill();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
await Promise.race(parts.map((part) => part.exited));
stop();
await Promise.all(parts.map((part) => part.exited));

function run(args: string[], env: Record<string, string>) {
  return Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
