import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocksBelow } from '../../../tests/support/guide-blocks';
import { startS3 } from '../../../tests/support/s3';
import { startTwilio } from '../../../tests/support/twilio';
import { until } from '../../../tests/support/until';
import { debianProgram, UNPACKED_ENV } from '../../debian';
import { freePort } from '../../process';
import { ROOT } from '../../setup';
import { createMachine } from './machine';
import { MACHINES, type Machine, type Net } from './net';

export const OPERATOR = '+12025550111';
export const LEASE_SECONDS = 3;
/** So slow that texts wait when trouble comes. */
const SEGMENTS_A_SECOND = 20;
const GATEWAY_TAKES_MS = 50;

export type World = Awaited<ReturnType<typeof startWorld>>;

/** Two machines, and all that they need: etcd, S3, a gateway, and haproxy in front. */
export async function startWorld(net: Net, folder: string, command: string[]) {
  const children = new Set<Bun.Subprocess>();
  const run = (program: string[]) => {
    const child = Bun.spawn(program, {
      env: { ...process.env, ...UNPACKED_ENV },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    children.add(child);
    return child;
  };
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const machine of Object.values(machines)) machine.signal('SIGKILL');
  });

  const [etcdPort, peerPort, front] = [freePort(), freePort(), freePort()];
  const startEtcd = () => run(net.at('etcd', etcdCommand(folder, net.host.etcd, etcdPort, peerPort)));
  let etcd = startEtcd();
  const s3 = await startS3(join(folder, 's3'), net.host.s3);
  const gateway = await startTwilio({ host: net.host.gateway });
  gateway.failAlways({ slow: GATEWAY_TAKES_MS });

  const ports: Record<Machine, number> = { a: freePort(), b: freePort() };
  const machines = {
    a: createMachine('a', net, folder, command),
    b: createMachine('b', net, folder, command),
  };
  const url = `http://${net.host.world}:${front}`;
  const portOf = (address: string) => Number(new URL(address).port);
  const settings: Record<string, string> = {
    ...gateway.environment,
    ...s3.environment,
    PUBLIC_URL: url,
    TRUST_PROXY: '1',
    LEASE_TTL: `${LEASE_SECONDS}s`,
    REPLICA_SYNC: '200ms',
    REPLICA_PASSPHRASE: 'correct horse battery staple',
    ADMIN_PHONES: OPERATOR,
    BROADCAST_PACE: `${SEGMENTS_A_SECOND}`,
    WELCOMES_AN_HOUR: '1000000',
    SEGMENTS_A_DAY: '1000000',
    EMBEDDINGS: 'off',
    PHOTO_WORDS: 'off',
  };
  const envOf = (name: Machine, more: Record<string, string>) => ({
    ...settings,
    HOST: net.host[name],
    PORT: `${ports[name]}`,
    LEASE: `etcd://${net.reach(name, 'etcd', etcdPort)}`,
    TWILIO_API_URL: `http://${net.reach(name, 'gateway', portOf(gateway.url))}`,
    AWS_ENDPOINT_URL: `http://${net.reach(name, 's3', portOf(s3.environment.AWS_ENDPOINT_URL))}`,
    ...more,
  });
  const servers = { a: net.reach('world', 'a', ports.a), b: net.reach('world', 'b', ports.b) };
  await Bun.write(join(folder, 'haproxy.cfg'), haproxySettings(`${net.host.world}:${front}`, servers));
  run([debianProgram('haproxy'), '-db', '-f', join(folder, 'haproxy.cfg')]);

  const isOwner = (name: Machine) =>
    fetch(`http://${net.reach('world', name, ports[name])}/healthz`, {
      signal: AbortSignal.timeout(1_000),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  async function owner(): Promise<Machine | null> {
    for (const name of MACHINES) if (await isOwner(name)) return name;
    return null;
  }

  return {
    net,
    url,
    machines,
    settings,
    gateway,
    s3,
    isOwner,
    owner,
    start: (name: Machine, more: Record<string, string> = {}) => machines[name].start(envOf(name, more)),
    etcd: {
      kill: () => etcd.kill('SIGKILL'),
      start() {
        etcd = startEtcd();
      },
      async epoch(): Promise<number | null> {
        const answer = await fetch(`http://${net.host.etcd}:${etcdPort}/v3/kv/range`, {
          method: 'POST',
          body: JSON.stringify({ key: btoa('tagline/epoch') }),
          signal: AbortSignal.timeout(1_000),
        }).catch(() => null);
        const { kvs } = ((await answer?.json().catch(() => null)) ?? {}) as { kvs?: { value: string }[] };
        return kvs?.[0] ? Number(atob(kvs[0].value)) : null;
      },
    },
    /** Resolves when haproxy has found the owner, too. */
    ready: () =>
      until(
        () =>
          fetch(`${url}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        60_000,
      ),
    async [Symbol.asyncDispose]() {
      for (const machine of Object.values(machines)) await machine.burn({ disk: false });
      for (const child of children) child.kill('SIGKILL');
      await gateway[Symbol.asyncDispose]();
      await s3[Symbol.asyncDispose]();
    },
  };
}

function etcdCommand(folder: string, host: string, port: number, peerPort: number): string[] {
  const [clients, peers] = [`http://${host}:${port}`, `http://127.0.0.1:${peerPort}`];
  return [
    debianProgram('etcd', 'etcd-server'),
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${clients}`,
    `--advertise-client-urls=${clients}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--log-level=error',
  ];
}

/** The library that moves the clock of a program; it does not reach Litestream, which is linked without libc. */
export function clockLibrary(): string {
  const program = debianProgram('faketime', 'faketime');
  const paths = ['x86_64', 'aarch64'].map((cpu) =>
    join(dirname(program), `../lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`),
  );
  const found = paths.find(existsSync);
  if (!found) throw new Error('libfaketime is not here.');
  return found;
}

/** As in docs/standby.md, with other addresses. */
function haproxySettings(front: string, servers: Record<Machine, string>): string {
  const document = readFileSync(join(ROOT, 'docs/standby.md'), 'utf8');
  const settings = blocksBelow(document, 'haproxy on c')[0]!
    .text.replace(/bind .*/, `bind ${front}`)
    .replaceAll('10.0.0.1:3000', servers.a)
    .replaceAll('10.0.0.2:3000', servers.b);
  return `${settings}  http-response set-header X-Served-By %s\n`;
}
