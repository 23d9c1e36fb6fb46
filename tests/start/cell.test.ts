import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/process';
import { simulatedTexts } from '../../scripts/prove/program';
import { EPOCH, TAKEN_OVER } from '../../src/app/data-folder/data-folder';
import { etcdLease } from '../../src/outside/lease/etcd';
import { type Client, connect } from '../support/client';
import { executable, run } from '../support/command';
import { startEtcd } from '../support/etcd';
import { tempFolder } from '../support/folder';
import { LITESTREAM } from '../support/s3';
import { until } from '../support/until';

const OPERATOR = '+12025550111';
const TTL_MS = 2_000;

function startMachine(folder: ReturnType<typeof tempFolder>, name: string, lease: string) {
  const [dataDir, port] = [folder.file(name), freePort()];
  mkdirSync(dataDir, { recursive: true });
  const env = {
    ...LITESTREAM,
    ...{ DATA_DIR: dataDir, PORT: `${port}`, SIMULATOR_PORT: '0', LOG_LEVEL: 'info', EMBEDDINGS: 'off' },
    ...{ LEASE: lease, LEASE_TTL: `${TTL_MS / 1000}s`, REPLICA_SYNC: '100ms' },
    ...{ REPLICA_URL: `file://${folder.file('copies')}`, REPLICA_PASSPHRASE: 'correct horse battery staple' },
  };
  const cell = Bun.spawn([executable(), 'cell'], {
    cwd: dataDir,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', process.env.CELL_LOG ? 'inherit' : 'ignore'],
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/healthz`)
      .then(({ ok }) => ok)
      .catch(() => false);
  const metric = async (name: string) =>
    Number(
      new RegExp(`^tagline_${name} (\\S+)`, 'm').exec(await (await fetch(`${url}/metrics`)).text())?.[1],
    );
  const server = () =>
    Number(
      Bun.spawnSync(['pgrep', '-P', `${cell.pid}`])
        .stdout.toString()
        .split('\n', 1)[0],
    ) || null;
  return {
    cell,
    dataDir,
    env,
    url,
    server,
    isUp: () => until(isUp),
    isDown: async () => !(await isUp()),
    epoch: () => metric('cell_epoch'),
    isCopied: async () => {
      await until(() => metric('copy_oldest_seconds')); // before the first copy, the lag is that since the start
      const at = performance.now();
      await until(async () => performance.now() - (await metric('copy_lag_seconds')) * 1000 > at);
    },
    burn() {
      const child = server();
      cell.kill('SIGKILL');
      if (child) process.kill(child, 'SIGKILL');
    },
    [Symbol.dispose]() {
      if (cell.exitCode === null) this.burn();
    },
  };
}

type Machine = ReturnType<typeof startMachine>;

async function signIn({ url, dataDir }: Machine): Promise<Client> {
  const client = connect(url);
  await client.post('/api/auth/login', { phoneNumber: OPERATOR });
  const code = await until(() => /\b\d{6}\b/.exec(simulatedTexts(dataDir, OPERATOR).join())?.[0]);
  expect((await client.post('/api/auth/verify', { phoneNumber: OPERATOR, code })).status).toBe(200);
  return client;
}

const at = (client: Client, { url }: Machine) => connect(url, { cookies: client.cookies });
const write = async (client: Client, content: string) =>
  expect((await client.post('/api/messages', { content })).status).toBe(201);
const read = async (client: Client) =>
  (await client.get<{ content: string }[]>('/api/messages')).body.map(({ content }) => content);

test('a standby goes on where the owner burnt, was cut off, or has handed over', async () => {
  using folder = tempFolder();
  using etcd = startEtcd();
  using first = startMachine(folder, 'first', etcd.url);
  await first.isUp();
  const client = await signIn(first);
  using second = startMachine(folder, 'second', etcd.url);
  await write(client, 'One');
  await first.isCopied();
  expect(await second.isDown()).toBe(true);

  // the machine burns
  first.burn();
  await second.isUp();
  const there = at(client, second);
  expect(await read(there)).toEqual(['One']);
  expect(await second.epoch()).toBe(2);
  const cards = await there.get<{ name: string; value: string }[]>('/api/admin/health');
  expect(cards.body.find(({ name }) => name === 'Owner')?.value).toEndWith(', epoch 2');
  await write(there, 'Two');

  // a planned switch, after which nothing is in doubt
  using third = startMachine(folder, 'third', etcd.url);
  second.cell.kill('SIGTERM');
  expect(await second.cell.exited).toBe(0);
  await third.isUp();
  const last = at(client, third);
  expect(await read(last)).toEqual(['Two', 'One']);
  expect(existsSync(join(third.dataDir, TAKEN_OVER))).toBe(false);
  const { stdout } = await run([executable(), 'doctor'], { env: third.env });
  expect(stdout).toMatch(/Owner.*epoch 3/);

  // a server that crashes is started again by the same owner
  const crashed = third.server()!;
  process.kill(crashed, 'SIGKILL');
  await until(async () => third.server() !== null && third.server() !== crashed && !(await third.isDown()));
  expect(await third.epoch()).toBe(3);
  await write(last, 'Three');

  // so is one that hangs
  const hung = third.server()!;
  process.kill(hung, 'SIGSTOP');
  await until(async () => third.server() !== null && third.server() !== hung && !(await third.isDown()));
  expect(await third.epoch()).toBe(3);

  // its supervisor hangs: the server ends by itself, and this machine itself takes the data again
  const orphan = third.server()!;
  third.cell.kill('SIGSTOP');
  await until(() => third.isDown());
  expect(readFileSync(`/proc/${orphan}/status`, 'utf8')).toMatch(/^State:\s+Z/m); // it has ended
  third.cell.kill('SIGCONT');
  await third.isUp();
  expect(await read(last)).toEqual(['Three', 'Two', 'One']);
  expect(readFileSync(join(third.dataDir, EPOCH), 'utf8')).toBe('4\n');
}, 90_000);

test('a standby that cannot read the copy leaves the lease to the machine that has the data', async () => {
  using folder = tempFolder();
  using etcd = startEtcd();
  using first = startMachine(folder, 'first', etcd.url);
  await first.isUp();
  await first.isCopied();
  first.burn();
  for (const path of new Bun.Glob('copies/epoch-1/**/*.lz4').scanSync(folder.path))
    truncateSync(folder.file(path), 0);
  using second = startMachine(folder, 'second', etcd.url);
  const lease = etcdLease([etcd.host], { name: 'tagline', ttlMs: TTL_MS });
  await until(async () => (await lease.read()).epoch > 3); // it has tried more than once
  let freeFor = 0;
  await until(async () => {
    freeFor = (await lease.read()).owner ? 0 : freeFor + 1;
    return freeFor === 3;
  });
  using again = startMachine(folder, 'first', etcd.url);
  await again.isUp();
  expect(await second.isDown()).toBe(true);
}, 90_000);

test('data that are not of the cell are left alone, and so is a cell without its copies', async () => {
  using folder = tempFolder();
  using etcd = startEtcd();
  using first = startMachine(folder, 'first', etcd.url);
  await first.isUp();
  await first.isCopied();
  first.burn();
  const ended = async (name: string, env: Record<string, string>) => {
    const dataDir = folder.file(name);
    mkdirSync(dataDir, { recursive: true });
    const all = { ...first.env, DATA_DIR: dataDir, ...env };
    return run([executable(), 'cell'], { env: all });
  };
  await run([executable(), 'seed', '1'], {
    env: { ...first.env, DATA_DIR: folder.file('other'), LEASE: '' },
  });
  for (const [name, env, said] of [
    ['other', {}, 'has data that are not of this cell'],
    ['none', { REPLICA_URL: `file://${folder.file('elsewhere')}` }, 'though this cell has had an owner'],
    ['none', { LEASE: '' }, 'tagline cell needs LEASE'],
    ['none', { REPLICA_URL: '' }, 'tagline cell needs REPLICA_URL'],
  ] as const) {
    const { exitCode, stderr } = await ended(name, env);
    expect(stderr).toContain(said);
    expect(exitCode).toBe(1);
  }
  const alone = await run([executable(), 'serve'], { env: { ...first.env, DATA_DIR: folder.file('none') } });
  expect(alone.stderr).toContain('start `tagline cell`');
}, 90_000);

test('a cell whose etcd has lost its data does not begin at epoch 1', async () => {
  using folder = tempFolder();
  using etcd = startEtcd();
  mkdirSync(folder.file('copies/epoch-37'), { recursive: true });
  using first = startMachine(folder, 'first', etcd.url);
  await until(() => existsSync(join(first.dataDir, EPOCH)) || first.cell.exitCode !== null);
  const { epoch } = await etcdLease([etcd.host], { name: 'tagline', ttlMs: TTL_MS }).read();
  expect(epoch).toBe(38);
}, 60_000);
