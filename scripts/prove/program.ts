import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { type Client, connect } from '../../tests/support/client';
import { until } from '../../tests/support/server';

const ROOT = join(import.meta.dir, '../..');

export type Program = Awaited<ReturnType<typeof startProgram>>;

/**
 * Starts the server in a process of its own, on a free port of the loopback address. Waits until it listens.
 */
export async function startProgram(env: Record<string, string>, bunOptions: string[] = []) {
  const program = Bun.spawn([process.execPath, ...bunOptions, join(ROOT, 'src/main.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const reader = program.stdout.getReader();
  let output = '';
  while (!output.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server ended with ${await program.exited} before it listened.`);
    output += new TextDecoder().decode(value);
  }
  const publicUrl = /http:\S+/.exec(output)?.[0] ?? '';
  return {
    url: publicUrl.replace('localhost', '127.0.0.1'),
    publicUrl,
    pid: program.pid,
    async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
      program.kill(signal);
      return await program.exited;
    },
  };
}

/**
 * Signs in the owner of a phone and returns their client. `readTexts` returns the texts that the phone has
 * received.
 */
export async function signIn(
  { url }: Pick<Program, 'url'>,
  phoneNumber: string,
  readTexts: () => string[] | Promise<string[]>,
): Promise<Client> {
  const client = connect(url);
  const before = (await readTexts()).length;
  const login = await client.post('/api/auth/login', { phoneNumber });
  if (login.status !== 200) throw new Error(`No code: ${login.text}`);
  const code = await until(async () => /\b\d{6}\b/.exec((await readTexts()).slice(before).join(' '))?.[0]);
  const verify = await client.post('/api/auth/verify', { phoneNumber, code });
  if (verify.status !== 200) throw new Error(`Not signed in: ${verify.text}`);
  return client;
}

/** Returns the texts that a phone of the simulator has received, oldest first. */
export function simulatedTexts(dataDir: string, phone: string): string[] {
  const query = "select body from simulator_texts where phone = ? and direction = 'outbound' order by id";
  return ask(dataDir, query, phone).map(({ body }) => String(body));
}

/** Runs a query on the database of a data folder and returns the rows. A server may use it meanwhile. */
export function ask(dataDir: string, sql: string, ...values: (string | number)[]) {
  using db = new Database(join(dataDir, 'tagline.db'), { readonly: true });
  return db.query<Record<string, string | number | null>, (string | number)[]>(sql).all(...values);
}

/**
 * Collects the checks of a script. `finish` prints them as a table and ends the process. The exit code is 1
 * if a check failed, else 0.
 */
export function createReport(title: string) {
  const rows: [ok: boolean, what: string, found: string][] = [];
  return {
    check(what: string, ok: boolean, found: unknown = '') {
      rows.push([ok, what, String(found)]);
      console.error(`${ok ? 'ok   ' : 'WRONG'} ${what}${found === '' ? '' : `: ${found}`}`);
    },
    finish(): never {
      const width = Math.max(...rows.map(([, what]) => what.length));
      console.log(`\n${title}\n`);
      for (const [ok, what, found] of rows)
        console.log(`| ${ok ? 'ok   ' : 'WRONG'} | ${what.padEnd(width)} | ${found}`);
      const wrong = rows.filter(([ok]) => !ok).length;
      console.log(`\n${rows.length - wrong} of ${rows.length} ok`);
      process.exit(wrong > 0 ? 1 : 0);
    },
  };
}
