import { Database } from 'bun:sqlite';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../db/migrate';
import { run, tagline } from '../../tests/support/command';
import { tempFolder } from '../../tests/support/folder';
import { sunset } from '../../tests/support/pictures';
import { until } from '../../tests/support/server';

import { ROOT } from '../setup';
import { type Check, type Proof, rows, signIn, simulatedTexts, startProgram, value } from './program';

const PHONE = '+12025550122';
const CONTENT = 'A note with some words in it. '.repeat(60);

/** Fills a small disk to the last byte, and runs the program on it. Needs root on Linux, to mount the disk. */
export const disk: Proof = async (check) => {
  using mounted = tempFolder();
  using elsewhere = tempFolder();
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', mounted.path];
  if (Bun.spawnSync(mount).exitCode !== 0)
    throw new Error('The disk could not be mounted: run this as root.');
  try {
    await serveOnFullDisk(check, mounted.path, elsewhere.path);
    await upgradeOnFullDisk(check, mounted.path);
  } finally {
    Bun.spawnSync(['umount', '-l', mounted.path]);
  }
};

const fillerOf = (folder: string) => join(folder, 'filler');

function fill(folder: string) {
  for (const size of [1 << 20, 4096, 1])
    try {
      for (;;) appendFileSync(fillerOf(folder), Buffer.alloc(size, 1));
    } catch {}
}

async function serveOnFullDisk(check: Check, folder: string, elsewhere: string) {
  const dataDir = join(folder, 'data');
  const env = { DATA_DIR: dataDir };
  let server = await startProgram(env);
  const enter = () => signIn(server, PHONE, () => simulatedTexts(dataDir, PHONE));
  const [ann, other] = [await enter(), await enter()];
  await until(() => statSync(join(dataDir, 'reserve'), { throwIfNoEntry: false })?.size);
  const acknowledged = new Set<number>();
  const add = async (content: string, mediaIds: number[] = []) => {
    const answer = await ann.post<{ id: number }>('/api/messages', { content, mediaIds });
    if (answer.status === 201) acknowledged.add(answer.body.id);
    return answer;
  };
  for (let n = 0; n < 200; n++) await add(`${CONTENT} ${n} #many`);
  const tagged = [...acknowledged];
  const body = new FormData();
  body.append('files', new File([sunset(1200, 900)], 'view.png', { type: 'image/png' }));
  const upload = () => ann.send<{ id: number }[]>('/api/media', { method: 'POST', body });
  const photo = (await add('With a photo', [(await upload()).body[0]!.id])).body.id;

  fill(folder);
  let full = await add(CONTENT);
  for (let n = 0; n < 5000 && full.status === 201; n++) full = await add(`${CONTENT} ${n}`);
  check('a write is answered 503 with Retry-After', full.status === 503 && full.headers.has('retry-after'));
  const refused = (await upload()).status;
  const partials = readdirSync(join(dataDir, 'media')).filter((name) => name.endsWith('.part'));
  check('an upload is answered 503 and leaves nothing', refused === 503 && partials.length === 0, refused);
  for (const path of ['messages?limit=50', 'messages/search?q=words', 'tags', 'export?format=csv'])
    check(`GET /api/${path} is answered`, (await ann.get(`/api/${path}`)).status === 200);

  const runCommands = async (when: string) => {
    const doctor = await tagline(['doctor'], env);
    check(`doctor works ${when}`, doctor.stdout !== '' && doctor.stderr === '', doctor.stderr);
    const exported = await tagline(['export', join(elsewhere, `${when}.zip`)], env);
    check(`so does an export to another disk`, exported.exitCode === 0, exported.stderr);
  };
  await runCommands('while the server runs');

  check('signing out works', (await other.post('/api/auth/logout')).status === 200);
  const remove = async (path: string, ...ids: number[]) => {
    const { status } = await ann.delete(path);
    if (status === 200) for (const id of ids) acknowledged.delete(id);
    return status;
  };
  const deleted = new Set<number>();
  for (const id of tagged.slice(0, 50)) deleted.add(await remove(`/api/messages/${id}`, id));
  check('50 messages are deleted', deleted.size === 1 && deleted.has(200), [...deleted]);
  fill(folder);
  const many = await remove('/api/tags/many', ...tagged);
  check('a whole tag is deleted, with the disk filled again', many === 200, many);
  check('a photo is deleted', (await remove(`/api/messages/${photo}`, photo)) === 200);
  // what was deleted can be taken back for ten minutes, so the room comes from elsewhere
  truncateSync(fillerOf(folder), statSync(fillerOf(folder)).size - (4 << 20));
  const { status } = await add('In the room that was made');
  check('then a message is saved, without a restart', status === 201, status);

  await server.stop();
  fill(folder);
  await runCommands('while no server runs');
  server = await startProgram(env);
  const ready = await fetch(`${server.url}/readyz`);
  check('a server starts on the full disk and is not ready', ready.status === 503, await ready.text());
  rmSync(fillerOf(folder));
  const resumed = await (await enter()).post<{ id: number }>('/api/messages', { content: 'There is room' });
  check('with room again, writes go on', resumed.status === 201, resumed.status);
  const stored = new Set(rows(dataDir, 'select id from messages').map(({ id }) => Number(id)));
  const lost = [...acknowledged, resumed.body.id].filter((id) => !stored.has(id));
  check('nothing that was acknowledged is lost', lost.length === 0, `${acknowledged.size} there`);
  await server.stop();
}

/** The program with a second migration, for as long as it has only one. */
const UPGRADED = [
  process.execPath,
  '--preload',
  join(ROOT, 'scripts/prove/upgraded-program.ts'),
  join(ROOT, 'src/main.ts'),
];

async function upgradeOnFullDisk(check: Check, folder: string) {
  const dataDir = join(folder, 'old');
  mkdirSync(dataDir);
  {
    using sqlite = new Database(join(dataDir, 'tagline.db'), { create: true, strict: true });
    sqlite.run('pragma journal_mode = wal');
    migrate(sqlite);
    sqlite.run(`insert into users (phone, invite_code, created_at) values ('${PHONE}', 'code', 1)`);
  }
  fill(folder);
  const filler = fillerOf(folder);
  truncateSync(filler, statSync(filler).size - 200_000); // room to open the database, but not to copy it
  const { exitCode, stderr } = await run([...UPGRADED, 'serve'], {
    env: { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
  });
  const saysSo = exitCode === 1 && /^[^\n]*no room[^\n]*$/.test(stderr);
  check('an upgrade without room says so in one line', saysSo, stderr);
  rmSync(filler);
  await (await startProgram({ DATA_DIR: dataDir }, UPGRADED)).stop();
  check('with room again, the upgrade is done', value(dataDir, 'select count(*) from users') === 1);
}
