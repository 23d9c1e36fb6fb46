import { Database } from 'bun:sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, connect } from '../../tests/support/client';
import type { tempFolder } from '../../tests/support/folder';
import { until } from '../../tests/support/server';
import { type Running, startProcess } from '../process';
import { executableForTests } from '../setup';

export type Check = (expected: string, ok: boolean, found?: unknown) => void;

type TempFolder = ReturnType<typeof tempFolder>;

/** `quick` makes less trouble, to see if the proof itself still works. */
export type Proof = (check: Check, options: { quick: boolean }) => Promise<void>;

/** Starts the executable on a free port of the loopback address, or another command that starts the server. */
export const startProgram = (env: Record<string, string>, command = [executableForTests()]) =>
  startProcess(command, { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env });

/** Servers and commands with data folders of their own below one folder. */
export function programsIn(folder: TempFolder, env: Record<string, string>) {
  const start = (name: string, args: string[], more: Record<string, string> = {}) =>
    Bun.spawn([executableForTests(), ...args, '--json'], {
      env: { ...env, DATA_DIR: folder.file(name), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    serve(name: string, more: Record<string, string> = {}) {
      mkdirSync(folder.file(name), { recursive: true });
      return startProgram({ ...env, DATA_DIR: folder.file(name), ...more });
    },
    start,
    async command(name: string, ...args: string[]) {
      const outcome = JSON.parse(await new Response(start(name, args).stdout).text());
      if (outcome.error) throw new Error(`tagline ${args.join(' ')}: ${outcome.error}`);
      return outcome;
    },
  };
}

export async function signIn(
  { url }: Pick<Running, 'url'>,
  phoneNumber: string,
  readTexts: () => string[],
): Promise<Client> {
  const client = connect(url);
  const before = readTexts().length;
  const login = await client.post('/api/auth/login', { phoneNumber });
  if (login.status !== 200) throw new Error(`No code: ${login.text}`);
  const code = await until(() => /\b\d{6}\b/.exec(readTexts().slice(before).join(' '))?.[0]);
  const verify = await client.post('/api/auth/verify', { phoneNumber, code });
  if (verify.status !== 200) throw new Error(`Not signed in: ${verify.text}`);
  return client;
}

export function simulatedTexts(dataDir: string, phone: string): string[] {
  const query = "select body from simulator_texts where phone = ? and direction = 'outbound' order by id";
  return rows(dataDir, query, phone).map(({ body }) => String(body));
}

/** Runs a query on the database of a data folder, which a server may use meanwhile. */
export function rows(dataDir: string, sql: string, ...values: (string | number)[]) {
  using db = new Database(join(dataDir, 'tagline.db'), { readonly: true });
  return db.query<Record<string, string | number | null>, (string | number)[]>(sql).all(...values);
}

export const value = (dataDir: string, sql: string, ...values: (string | number)[]) =>
  Object.values(rows(dataDir, sql, ...values)[0] ?? {})[0] ?? null;
