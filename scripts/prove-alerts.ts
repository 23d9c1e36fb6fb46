import { Database } from 'bun:sqlite';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { damagePage, pagesOf } from '../tests/support/damage';
import { until } from '../tests/support/server';
import { SERVER_ERROR, startTwilio } from '../tests/support/twilio';

/**
 * `bun run prove:alerts`: starts one server for each condition in CONDITIONS, and waits until a real
 * Prometheus fires the alerts that docs/operations.md promises for this condition. One more server is healthy
 * and must fire no alert. Only the waiting times of the rules are shortened, to a second. Needs `prometheus`
 * in PATH or its path in PROMETHEUS_PATH, and the `unshare` of Linux for the small disk. Takes about half a
 * minute.
 */

const ROOT = join(import.meta.dir, '..');
const PROMETHEUS = process.env.PROMETHEUS_PATH ?? Bun.which('prometheus');
const FIRES_WITHIN_MS = 60_000;
const DAY_MS = 86_400_000;
const SMALL_DISK = 'mount -t tmpfs -o size=300m tmpfs "$DATA_DIR" && exec "$0" src/main.ts';

type Server = Awaited<ReturnType<typeof serve>>;

const folder = mkdtempSync(join(tmpdir(), 'tagline-alerts-'));
const programs: Bun.Subprocess[] = [];
await using gateway = await startTwilio();
await using brokenGateway = await startTwilio();
await using soundGateway = await startTwilio();

/** Starts the program in a process of its own and waits until it listens. */
async function serve(
  name: string,
  env: Record<string, string> = {},
  command = [process.execPath, 'src/main.ts'],
) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const program = Bun.spawn(command, {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      BACKUP_DIR: join(folder, 'backups', name),
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  const reader = program.stdout.getReader();
  let output = '';
  while (!output.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`The server "${name}" ended.`);
    output += new TextDecoder().decode(value);
  }
  const publicUrl = /http:\S+/.exec(output)?.[0] ?? '';
  return { name, publicUrl, url: publicUrl.replace('localhost', '127.0.0.1'), dataDir, program };
}

/** Changes the database of a server from another process than the server's. */
function change({ dataDir }: { dataDir: string }, act: (sqlite: Database) => void): void {
  using sqlite = new Database(join(dataDir, 'tagline.db'));
  sqlite.run('pragma busy_timeout = 5000');
  act(sqlite);
}

/** Starts a server whose data is two days old and whose backups fail. */
async function serveWithoutBackup(name: string): Promise<Server> {
  const { program, dataDir } = await serve(name);
  program.kill();
  await program.exited;
  change({ dataDir }, (sqlite) =>
    sqlite.run(`update schema_migrations set applied_at = applied_at - ${2 * DAY_MS}`),
  );
  writeFileSync(join(folder, 'file'), '');
  return serve(name, { BACKUP_DIR: join(folder, 'file', 'backups') });
}

/**
 * Conditions. `alerts` are the names of the alerts that the condition fires. `start` starts its server. `act`
 * runs once Prometheus watches the server.
 */
const CONDITIONS: {
  name: string;
  alerts: string[];
  start: (name: string) => Promise<Server>;
  act?: (server: Server) => unknown;
}[] = [
  { name: 'healthy', alerts: [], start: serve },
  {
    name: 'killed',
    alerts: ['TaglineNotReady'],
    start: serve,
    act: ({ program }) => program.kill('SIGKILL'),
  },
  {
    name: 'damaged messages',
    alerts: ['TaglineNotReady', 'TaglineFaults'],
    start: (name) => serve(name, soundGateway.environment),
    async act(server) {
      change(server, (sqlite) => {
        damagePage(sqlite.filename, pagesOf(sqlite, 'messages')[0]!, 'garbage');
        sqlite.run('pragma user_version = 0'); // makes the server forget the pages that it has read
      });
      const { status } = await soundGateway.text(server, '+12025550122', 'Milk #food');
      if (status !== 500) throw new Error(`A text to a damaged database was answered ${status}.`);
    },
  },
  {
    name: 'gateway takes no texts',
    alerts: ['TaglineTextsWait'],
    start: (name) => serve(name, gateway.environment),
    async act(server) {
      gateway.failAlways(SERVER_ERROR);
      await gateway.text(server, '+12025550122', 'Milk #food');
      change(server, (sqlite) => sqlite.run('update outbox set created_at = created_at - 660000'));
    },
  },
  { name: 'no backup for two days', alerts: ['TaglineBackupOld'], start: serveWithoutBackup },
  {
    name: 'disk of 300 MB',
    alerts: ['TaglineDiskLow'],
    start: (name) => serve(name, {}, ['unshare', '-rm', 'sh', '-c', SMALL_DISK, process.execPath]),
  },
  {
    name: 'gateway fails from the start',
    alerts: ['TaglineWorkFails'],
    start(name) {
      brokenGateway.failAlways(SERVER_ERROR);
      return serve(name, brokenGateway.environment);
    },
  },
];

/**
 * Returns the first block of YAML after the heading `### Alerts`. Shortens the waiting times in it to a
 * second.
 */
function readRules(): string {
  const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').split('### Alerts')[1] ?? '';
  const rules = /```yaml\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  return rules.replaceAll(/^( +for: )\d+m/gm, '$11s');
}

/** Starts Prometheus on these servers and returns its address. */
async function watch(servers: Server[]): Promise<string> {
  const targets = servers.map(({ name, url }) => ({
    targets: [new URL(url).host],
    labels: { condition: name },
  }));
  const config = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'rules.yml')],
    scrape_configs: [{ job_name: 'tagline', static_configs: targets }],
  };
  writeFileSync(join(folder, 'rules.yml'), readRules());
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config)); // JSON is YAML
  const free = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const address = `127.0.0.1:${free.port}`;
  await free.stop(true);
  const options = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ];
  programs.push(Bun.spawn([PROMETHEUS!, ...options], { stdio: ['ignore', 'ignore', 'inherit'] }));
  return `http://${address}`;
}

/** Returns the result of a call of Prometheus' API, or null if the call fails. */
async function ask<T>(prometheus: string, path: string): Promise<T | null> {
  const response = await fetch(`${prometheus}/api/v1/${path}`).catch(() => null);
  return response?.ok ? ((await response.json()) as { data: T }).data : null;
}

type Alert = { state: string; labels: { alertname: string; condition: string } };

async function prove(): Promise<boolean> {
  const servers = await Promise.all(CONDITIONS.map(({ name, start }) => start(name)));
  const prometheus = await watch(servers);
  const scraped = `query?query=${encodeURIComponent('count(count_over_time(tagline_faults_total[1m]) >= 2)')}`;
  await until(async () => {
    const found = await ask<{ result: { value: [number, string] }[] }>(prometheus, scraped);
    return Number(found?.result[0]?.value[1]) === servers.length;
  }, 30_000);
  for (const [at, { act }] of CONDITIONS.entries()) await act?.(servers[at]!);
  const began = performance.now();
  const firedAfter = new Map<string, number>();
  const expected = CONDITIONS.flatMap(({ name, alerts }) => alerts.map((alert) => `${name}: ${alert}`));
  while (performance.now() - began < FIRES_WITHIN_MS && !expected.every((one) => firedAfter.has(one))) {
    const found = await ask<{ alerts: Alert[] }>(prometheus, 'alerts');
    for (const { state, labels } of found?.alerts ?? []) {
      const key = `${labels.condition}: ${labels.alertname}`;
      if (state === 'firing' && !firedAfter.has(key)) firedAfter.set(key, performance.now() - began);
    }
    await Bun.sleep(250);
  }
  for (const one of expected) {
    const after = firedAfter.get(one);
    console.log(
      `${one.padEnd(50)} ${after === undefined ? 'NOT FIRED' : `fired after ${(after / 1000).toFixed(1)} s`}`,
    );
  }
  const unexpected = [...firedAfter.keys()].filter((one) => !expected.includes(one));
  console.log(`unexpected alerts: ${unexpected.join(', ') || 'none'}`);
  const named = [...readRules().matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  const unproved = named.filter((name) => !expected.some((one) => one.endsWith(`: ${name}`)));
  console.log(`rules without a condition here: ${unproved.join(', ') || 'none'}`);
  return unexpected.length + unproved.length === 0 && expected.every((one) => firedAfter.has(one));
}

if (!PROMETHEUS) {
  console.error("Prometheus is missing: install Debian's package `prometheus`, or set PROMETHEUS_PATH.");
  process.exit(2);
}
let proved = false;
try {
  proved = await prove();
} finally {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(programs.map(({ exited }) => exited));
  rmSync(folder, { recursive: true, force: true });
}
process.exit(proved ? 0 : 1);
