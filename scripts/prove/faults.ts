import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../tests/support/command';
import { tempFolder } from '../../tests/support/folder';
import { png } from '../../tests/support/pictures';
import { until } from '../../tests/support/server';
import { executableForTests } from '../setup';
import { type Check, type Proof, rows, signIn, simulatedTexts, startProgram } from './program';
import { inject, injecting } from './strace';

const PHONE = '+12025550122';
const ALONE = ['tagline.db', 'tagline.db-wal'];
/** A whole disk: what is wrong with it meets also the file by which the server tries it. */
const DISK = [...ALONE, 'media/trial.part'];
const WRITES = ['pwrite64', 'write'];
const SYNCS = ['fdatasync', 'fsync'];

type Case = {
  fault: string;
  paths: string[];
  calls: string[];
  /** What `/readyz` must name; null if the server only goes on slowly. */
  sign: RegExp | null;
};

const FAILURES: [error: string, sign: RegExp][] = [
  ['EIO', /^The disk fails \((EIO|SQLITE_IOERR_\w+)\)$/],
  ['ENOSPC', /^There is no room left on the disk \((ENOSPC|SQLITE_FULL)\)$/],
  ['EROFS', /^The disk or its files are read-only \(EROFS\)$/],
  ['EDQUOT', /^The quota of the disk is used up \(EDQUOT\)$/],
];

const CASES: Case[] = [
  ...FAILURES.flatMap(([error, sign]) => [
    { fault: `error=${error}`, paths: DISK, calls: SYNCS, sign },
    { fault: `error=${error}`, paths: DISK, calls: WRITES, sign },
  ]),
  { fault: 'error=EIO', paths: ['tagline.db-wal'], calls: SYNCS, sign: FAILURES[0]![1] },
  { fault: 'error=EIO', paths: ['tagline.db-wal'], calls: WRITES, sign: FAILURES[0]![1] },
  { fault: 'delay_enter=200000', paths: DISK, calls: SYNCS, sign: null },
  { fault: 'delay_enter=200000', paths: DISK, calls: WRITES, sign: null },
  { fault: 'delay_enter=200000', paths: ALONE, calls: ['pread64'], sign: null },
];

/**
 * Makes the disk fail under a running server, one kind of call after the other: nothing that was acknowledged
 * may be lost, and the signs name what is wrong.
 */
export const faults: Proof = async (check, { quick }) => {
  using folder = tempFolder();
  const dataDir = folder.file('data');
  mkdirSync(dataDir);
  const acknowledged = new Map<number, string>();
  for (const one of quick ? CASES.filter(({ fault }) => fault === 'error=EIO') : CASES)
    await faultWhileServing(check, dataDir, one, acknowledged);
  await failAtStart(check, folder.path);
  await hangingBackups(check, folder.path);
};

async function faultWhileServing(
  check: Check,
  dataDir: string,
  { fault, paths, calls, sign }: Case,
  acknowledged: Map<number, string>,
) {
  const what = `${fault} at ${calls.join('/')} of ${paths.join(', ')}`;
  const server = await startProgram({ DATA_DIR: dataDir });
  const client = await signIn(server, PHONE, () => simulatedTexts(dataDir, PHONE));
  let number = acknowledged.size * 1000;
  const write = async () => {
    const content = `Note ${++number} of ${fault}`;
    const sent = client.send<{ id: number }>('/api/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ content }),
      signal: AbortSignal.timeout(9_500),
    });
    const answer = await sent.catch(() => null);
    if (answer?.status === 201) acknowledged.set(answer.body.id, content);
    return answer?.status ?? 0;
  };
  const ready = async () => {
    const response = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(9_500) }).catch(
      () => null,
    );
    type Body = { reason?: { value: string } };
    return response ? { status: response.status, body: (await response.json()) as Body } : null;
  };
  await write();
  {
    await using _ = await inject(server.pid, {
      calls,
      fault,
      paths: paths.map((path) => join(dataDir, path)),
    });
    const statuses = await Promise.all(Array.from({ length: 8 }, write));
    const found = await ready();
    if (sign === null) {
      check(
        `${what}: writes are slow, and stored`,
        statuses.every((status) => status === 201),
        statuses,
      );
      check(`${what}: the server is ready`, found?.status === 200, found?.body.reason?.value);
    } else {
      check(`${what}: no write is acknowledged`, !statuses.includes(201), statuses);
      const value = found?.body.reason?.value ?? '';
      check(`${what}: /readyz names it`, found?.status === 503 && sign.test(value), value);
    }
    if (sign) {
      const photo = new FormData();
      photo.append('files', new File([png(4, 4)], 'a.png', { type: 'image/png' }));
      const reads = [await client.get('/api/messages'), await client.get('/api/messages/search?q=note')];
      check(
        `${what}: reads go on`,
        reads.every(({ status }) => status === 200),
        reads.map(({ status }) => status),
      );
      const { text } = await client.get('/metrics');
      check(`${what}: the metric of the alert tells`, text.includes('tagline_ready 0\n'));
    }
  }
  await until(async () => (await ready())?.status === 200, 60_000).catch(() => {});
  const status = await write();
  check(`${what}: once it has passed, writes go on without a restart`, status === 201, status);
  await server.stop('SIGKILL');
  const stored = new Map(
    rows(dataDir, 'select id, content from messages').map(({ id, content }) => [id, content]),
  );
  const lost = [...acknowledged].filter(([id, content]) => stored.get(id) !== content);
  check(`${what}: nothing that was acknowledged is lost`, lost.length === 0, `${acknowledged.size} there`);
}

async function failAtStart(check: Check, folder: string) {
  const dataDir = join(folder, 'start');
  await (await startProgram({ DATA_DIR: dataDir })).stop();
  for (const [path, ...calls] of [
    ['tagline.db', 'pread64'],
    ['secret', 'read', 'pread64'],
  ] as const) {
    const traced = injecting({ calls, fault: 'error=EIO', paths: [join(dataDir, path)] });
    const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' };
    const { exitCode, stderr } = await run([...traced, executableForTests()], { env });
    const says = exitCode === 1 && /^The disk fails [^\n]+$/.test(stderr);
    check(`a start that cannot read ${path} says so in one line`, says, stderr);
  }
}

async function hangingBackups(check: Check, folder: string) {
  const [dataDir, backups] = [join(folder, 'saved'), join(folder, 'backups')];
  mkdirSync(backups);
  const hang = { calls: ['openat', 'mkdir'], fault: 'delay_enter=600000000', paths: [backups] };
  const command = [...injecting(hang), executableForTests()];
  const server = await startProgram({ DATA_DIR: dataDir, BACKUP_DIR: backups }, command);
  const began = performance.now();
  const client = await signIn(server, PHONE, () => simulatedTexts(dataDir, PHONE));
  for (const path of ['/readyz', '/metrics', '/api/messages'])
    check(`with a backup folder that hangs, ${path} is answered`, (await client.get(path)).status === 200);
  const took = Math.round(performance.now() - began);
  check('all of it at once', took < 5_000, `${took} ms`);
  const doctor = async () =>
    (await run([executableForTests(), 'doctor'], { env: { DATA_DIR: dataDir, BACKUP_DIR: backups } })).stdout;
  check('doctor finds no backup', (await doctor()).includes('Last backup'));
  // strace itself would only let go of the server
  const [traced = ''] = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ');
  process.kill(Number(traced), 'SIGKILL');
  await server.stop('SIGKILL');
}
