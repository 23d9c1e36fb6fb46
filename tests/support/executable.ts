import { expect } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { type Client, connect } from './client';
import { addressesOf, executable, run } from './command';
import { tempFolder } from './folder';
import { until } from './until';

export type Program = Awaited<ReturnType<typeof startExecutable>>;

type Line = { environment: Record<string, string>; sentTo(phone: string): string[] };

/** Starts the built executable in an empty folder, with no environment but a free port and the line, if given. */
export async function startExecutable(line?: Line, env: Record<string, string> = {}) {
  const folder = tempFolder(tmpdir());
  const cwd = folder.file('empty');
  mkdirSync(cwd);
  const server = Bun.spawn([executable()], {
    cwd,
    env: { PORT: '0', HOST: '127.0.0.1', ...line?.environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
  const log = new Response(server.stderr).text();
  const [publicUrl = '', simulatorUrl = publicUrl] = await addressesOf(server.stdout);
  const url = publicUrl.replace('localhost', '127.0.0.1');
  const simulator = connect(simulatorUrl);

  async function textsTo(phone: string): Promise<string[]> {
    if (line) return line.sentTo(phone);
    const path = `/api/simulator/texts?phone=${encodeURIComponent(phone)}`;
    return (await simulator.get<{ body: string }[]>(path)).body.map(({ body }) => body);
  }

  async function codeAfter(phone: string, asking: () => Promise<unknown>): Promise<string> {
    const before = await textsTo(phone);
    await asking();
    return until(async () => {
      const added = (await textsTo(phone)).filter((body) => !before.includes(body));
      return /\b\d{6}\b/.exec(added.join())?.[0];
    });
  }

  return {
    url,
    pid: server.pid,
    database: join(cwd, 'data', DATABASE),
    publicUrl,
    simulatorUrl,
    simulator,
    textsTo,
    run: (args: string[]) => run([executable(), ...args], { cwd, env: { ...line?.environment } }),
    codeAfter,
    async signIn(phoneNumber: string): Promise<Client> {
      const client = connect(url);
      const code = await codeAfter(phoneNumber, () => client.post('/api/auth/login', { phoneNumber }));
      expect((await client.post('/api/auth/verify', { phoneNumber, code })).status).toBe(200);
      return client;
    },
    /** Stops the server politely, and returns the lines of its log that tell of a fault. */
    async stop(): Promise<string[]> {
      server.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      return (await log).split('\n').filter((line) => line !== '' && JSON.parse(line).level >= 50);
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await server.exited;
      folder[Symbol.dispose]();
    },
  };
}
