import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../tests/support/clock';
import { damagePage, pagesOf } from '../../tests/support/damage';
import { tempFolder } from '../../tests/support/folder';
import { blocksBelow } from '../../tests/support/guide-blocks';
import { until } from '../../tests/support/server';
import { SERVER_ERROR, startTwilio } from '../../tests/support/twilio';
import { debianProgram } from '../debian';
import { freePort, type Running } from '../process';
import { executableForTests, ROOT } from '../setup';
import { type Proof, startProgram } from './program';

const FIRES_WITHIN_MS = 60_000;
const SMALL_DISK = 'mount -t tmpfs -o size=300m tmpfs "$DATA_DIR" && exec "$0"';

type Server = Running & { dataDir: string };

type Condition = { alerts: string[]; start: () => Promise<Server>; act?: (server: Server) => unknown };

/**
 * Starts one server for each condition, and waits until a real Prometheus fires the alerts that
 * docs/operations.md promises for it. Needs Linux.
 */
export const alerts: Proof = async (check) => {
  const prometheus = debianProgram('prometheus');
  using folder = tempFolder();
  await using failingLater = await startTwilio();
  await using failing = await startTwilio();
  await using sound = await startTwilio();
  failing.failAlways(SERVER_ERROR);

  const serve = async (name: string, env: Record<string, string> = {}, command?: string[]) => {
    const dataDir = folder.file(name);
    mkdirSync(dataDir, { recursive: true });
    const settings = { DATA_DIR: dataDir, BACKUP_DIR: folder.file(`${name}-backups`), ...env };
    return { ...(await startProgram(settings, command)), dataDir };
  };
  const conditions: Record<string, Condition> = {
    healthy: { alerts: [], start: () => serve('healthy') },
    killed: {
      alerts: ['TaglineNotReady'],
      start: () => serve('killed'),
      act: ({ stop }) => stop('SIGKILL'),
    },
    'damaged messages': {
      alerts: ['TaglineNotReady', 'TaglineFaults'],
      start: () => serve('damaged', sound.environment),
      async act(server) {
        change(server, (sqlite) => {
          damagePage(sqlite.filename, pagesOf(sqlite, 'messages')[0]!, 'garbage');
          sqlite.run('pragma user_version = 0'); // makes the server forget the pages that it has read
        });
        await sound.text(server, '+12025550122', 'Milk #food');
      },
    },
    'gateway takes no texts': {
      alerts: ['TaglineTextsWait'],
      start: () => serve('waiting', failingLater.environment),
      async act(server) {
        failingLater.failAlways(SERVER_ERROR);
        await failingLater.text(server, '+12025550122', 'Milk #food');
        change(server, (sqlite) => sqlite.run('update outbox set created_at = created_at - 660000'));
      },
    },
    'no backup for two days': {
      alerts: ['TaglineBackupOld'],
      async start() {
        const server = await serve('unsaved');
        await server.stop();
        change(server, (sqlite) =>
          sqlite.run(`update schema_migrations set applied_at = applied_at - ${2 * DAY}`),
        );
        writeFileSync(folder.file('file'), '');
        return serve('unsaved', { BACKUP_DIR: folder.file('file/backups') });
      },
    },
    'nothing is copied': {
      alerts: ['TaglineNotCopied'],
      start: () =>
        serve('uncopied', {
          REPLICA_URL: `file://${folder.file('copies')}`,
          LITESTREAM: folder.file('none'),
        }),
    },
    'disk of 300 MB': {
      alerts: ['TaglineDiskLow'],
      start: () => serve('small', {}, ['unshare', '-rm', 'sh', '-c', SMALL_DISK, executableForTests()]),
    },
    'gateway fails from the start': {
      alerts: ['TaglineWorkFails'],
      start: () => serve('failing', failing.environment),
    },
  };

  const servers = new Map<string, Server>();
  for (const [name, { start }] of Object.entries(conditions)) servers.set(name, await start());
  const rules = readRules();
  const address = `127.0.0.1:${freePort()}`;
  writeFileSync(folder.file('rules.yml'), rules);
  writeFileSync(folder.file('prometheus.yml'), JSON.stringify(configFor(servers, folder.file('rules.yml'))));
  const watching = Bun.spawn(
    [
      prometheus,
      `--config.file=${folder.file('prometheus.yml')}`,
      `--storage.tsdb.path=${folder.file('prometheus')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  try {
    const scrapes = encodeURIComponent('count(count_over_time(tagline_faults_total[1m]) >= 2)');
    await until(async () => {
      type Count = { result: { value: [time: number, count: string] }[] };
      const found = await ask<Count>(address, `query?query=${scrapes}`);
      return Number(found?.result[0]?.value[1]) === servers.size;
    });
    for (const [name, { act }] of Object.entries(conditions)) await act?.(servers.get(name)!);
    const expected = Object.entries(conditions).flatMap(([name, { alerts }]) =>
      alerts.map((alert) => `${name}: ${alert}`),
    );
    const fired = new Set<string>();
    const haveFired = async () => {
      const found = await ask<{ alerts: Alert[] }>(address, 'alerts');
      for (const { state, labels } of found?.alerts ?? [])
        if (state === 'firing') fired.add(`${labels.condition}: ${labels.alertname}`);
      return expected.every((alert) => fired.has(alert));
    };
    await until(haveFired, FIRES_WITHIN_MS).catch(() => {});
    for (const alert of expected) check(`${alert} fires`, fired.has(alert));
    // work that reads messages may come across the damage too, and work that asks the gateway across its fault
    const found = ['damaged messages', 'gateway takes no texts'].map((name) => `${name}: TaglineWorkFails`);
    const allowed = [...expected, ...found];
    const unexpected = [...fired].filter((alert) => !allowed.includes(alert));
    check('no other alert fires', unexpected.length === 0, unexpected.join());
    const named = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const unproved = named.filter((name) => !expected.some((alert) => alert.endsWith(`: ${name}`)));
    check('every rule has a condition here', named.length > 0 && unproved.length === 0, unproved.join());
  } finally {
    watching.kill('SIGKILL');
    for (const { stop } of servers.values()) await stop('SIGKILL');
  }
};

function change({ dataDir }: Server, act: (sqlite: Database) => void): void {
  using sqlite = new Database(join(dataDir, 'tagline.db'));
  sqlite.run('pragma busy_timeout = 5000');
  act(sqlite);
}

function readRules(): string {
  const document = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const rules = blocksBelow(document, 'Alerts').find(({ language }) => language === 'yaml')?.text ?? '';
  return rules.replaceAll(/^( +for: )\d+m/gm, '$11s');
}

function configFor(servers: Map<string, Server>, rules: string) {
  const targets = [...servers].map(([name, { url }]) => ({
    targets: [new URL(url).host],
    labels: { condition: name },
  }));
  return {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'tagline', static_configs: targets }],
  };
}

type Alert = { state: string; labels: { alertname: string; condition: string } };

async function ask<T>(address: string, path: string): Promise<T | null> {
  const response = await fetch(`http://${address}/api/v1/${path}`).catch(() => null);
  return response?.ok ? ((await response.json()) as { data: T }).data : null;
}
