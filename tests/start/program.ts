import type { Client } from '../support/client';
import { executable } from '../support/command';
import { until } from '../support/server';

export const start = (env: Record<string, string>, args: string[] = []) =>
  Bun.spawn([executable(), ...args], {
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });

/** Reads the code on the phone in the simulator. */
export const codeFor = (simulator: Client, phone: string) =>
  until(async () => {
    const path = `/api/simulator/texts?phone=${encodeURIComponent(phone)}`;
    const { body } = await simulator.get<{ body: string }[]>(path);
    return /\b\d{6}\b/.exec(body.map(({ body }) => body).join('\n'))?.[0];
  });
