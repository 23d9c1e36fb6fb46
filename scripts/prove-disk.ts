import { Database } from 'bun:sqlite';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, migrations } from '../db/migrate';
import { tagline } from '../tests/support/command';
import { sunset } from '../tests/support/pictures';
import { until } from '../tests/support/server';
import { ask, createReport, signIn, simulatedTexts, startProgram } from './prove/program';

/**
 * `bun scripts/prove-disk.ts`: fills a small disk (a file system in memory) to the last byte, and runs the
 * real program on this disk. Needs root on Linux, to mount the disk. Takes less than a minute.
 */

const PHONE = '+12025550122';
const DISK_MB = 96;

const report = createReport('A full disk');
const disk = mkdtempSync(join(tmpdir(), 'tagline-disk-'));
const elsewhere = mkdtempSync(join(tmpdir(), 'tagline-other-disk-'));
if (Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk]).exitCode !== 0) {
  console.error('Run this as root on Linux: it mounts a small disk.');
  process.exit(2);
}
const dataDir = join(disk, 'data');
const filler = join(disk, 'filler');
const env = { DATA_DIR: dataDir };

/** Writes a file until nothing more fits on the disk. */
function fill() {
  for (const size of [1 << 20, 4096, 1])
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size, 1));
    } catch {}
}

const reserve = () => statSync(join(dataDir, 'reserve'), { throwIfNoEntry: false })?.size ?? 0;
const CONTENT = 'A note with some words in it. '.repeat(60);

try {
  let server = await startProgram(env);
  const enter = () => signIn(server, PHONE, () => simulatedTexts(dataDir, PHONE));
  const ann = await enter();
  const other = await enter();
  await until(() => reserve() > 0);
  const acknowledged: number[] = [];
  const add = async (content: string, mediaIds: number[] = []) => {
    const answer = await ann.post<{ id: number }>('/api/messages', { content, mediaIds });
    if (answer.status === 201) acknowledged.push(answer.body.id);
    return answer;
  };
  for (let n = 0; n < 200; n++) await add(`${CONTENT} ${n} #many`);
  const tagged = [...acknowledged];
  const form = new FormData();
  form.append('files', new File([sunset(1200, 900)], 'view.png', { type: 'image/png' }));
  const uploaded = await ann.send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  const photo = (await add('With a photo', [uploaded.body[0]!.id])).body.id;

  fill();
  let full = await add(CONTENT);
  for (let n = 0; n < 5000 && full.status === 201; n++) full = await add(`${CONTENT} ${n}`);
  report.check(
    'a write is answered 503 with Retry-After',
    full.status === 503 && full.headers.has('retry-after'),
    `${full.status} ${full.text}`,
  );
  const again = await ann.send('/api/media', { method: 'POST', body: form });
  const partials = readdirSync(join(dataDir, 'media')).filter((name) => name.endsWith('.part'));
  report.check('an upload is answered 503 and leaves nothing', again.status === 503 && partials.length === 0);

  for (const path of [
    '/api/messages?limit=50',
    '/api/messages/search?q=words',
    '/api/tags',
    '/api/export?format=csv',
  ])
    report.check(`GET ${path} is answered`, (await ann.get(path)).status === 200);
  const doctor = await tagline(['doctor'], env);
  report.check(
    'doctor works while the server runs',
    /disk|space|room/i.test(doctor.stdout) && doctor.stderr === '',
    doctor.stderr.slice(0, 200) || `${doctor.stdout.split('\n').length} lines`,
  );
  const exported = await tagline(['export', elsewhere], env);
  report.check('export to another disk works', exported.exitCode === 0, exported.stdout + exported.stderr);

  report.check('signing out works', (await other.post('/api/auth/logout')).status === 200);
  const remove = async (path: string, id?: number) => {
    const { status } = await ann.delete(path);
    if (id && status === 200) acknowledged.splice(acknowledged.indexOf(id), 1);
    return status;
  };
  const deleted: number[] = [];
  for (const id of acknowledged.slice(0, 50)) deleted.push(await remove(`/api/messages/${id}`, id));
  report.check(
    '50 messages are deleted',
    deleted.every((status) => status === 200),
    [...new Set(deleted)],
  );
  fill();
  const many = await remove('/api/tags/many');
  report.check('a whole tag is deleted, with the disk filled again', many === 200, many);
  for (const id of tagged) if (acknowledged.includes(id)) acknowledged.splice(acknowledged.indexOf(id), 1);
  const files = () => readdirSync(join(dataDir, 'media')).length;
  const before = files();
  report.check('a photo is deleted', (await remove(`/api/messages/${photo}`, photo)) === 200);
  await until(() => files() < before);
  const saved = await add('In the room that was made');
  report.check('then a message is saved, without a restart', saved.status === 201, saved.status);

  await server.stop();
  fill();
  const stopped = await tagline(['doctor'], env);
  report.check(
    'doctor works while no server runs',
    stopped.stdout !== '' && stopped.stderr === '',
    stopped.stderr,
  );
  rmSync(join(elsewhere, 'tagline-export.zip'), { force: true });
  const exportedAgain = await tagline(['export', elsewhere], env);
  report.check('so does export', exportedAgain.exitCode === 0, exportedAgain.stdout + exportedAgain.stderr);
  server = await startProgram(env);
  const ready = await fetch(`${server.url}/readyz`);
  report.check('a server starts on the full disk and is not ready', ready.status === 503, await ready.text());
  rmSync(filler);
  const roomy = await signIn(server, PHONE, () => simulatedTexts(dataDir, PHONE));
  const resumed = await roomy.post<{ id: number }>('/api/messages', { content: 'There is room again' });
  report.check('with room again, writes go on', resumed.status === 201, resumed.status);
  acknowledged.push(resumed.body.id);
  const stored = new Set(ask(dataDir, 'select id from messages').map(({ id }) => Number(id)));
  const lost = acknowledged.filter((id) => !stored.has(id));
  report.check('nothing that was acknowledged is lost', lost.length === 0, `${acknowledged.length} there`);
  await server.stop();

  const old = join(disk, 'old');
  const oldFile = join(old, 'tagline.db');
  Bun.spawnSync(['mkdir', old]);
  {
    using sqlite = new Database(oldFile, { create: true, strict: true });
    sqlite.run('pragma journal_mode = wal');
    migrate(sqlite, migrations().slice(0, 5));
    sqlite.run("insert into users (phone, invite_code, created_at) values ('+12025550122', 'code', 1)");
  }
  fill();
  truncateSync(filler, statSync(filler).size - 200_000); // enough room to open the database, but not to copy it
  const upgrade = await tagline(['serve'], { DATA_DIR: old, PORT: '0', HOST: '127.0.0.1' });
  report.check(
    'an upgrade without room says so in one line',
    upgrade.exitCode === 1 && upgrade.stderr.split('\n').length === 1 && /no room/.test(upgrade.stderr),
    upgrade.stderr,
  );
  rmSync(filler);
  const upgraded = await startProgram({ DATA_DIR: old });
  await upgraded.stop();
  const people = ask(old, 'select phone from users').length;
  report.check('with room again, the upgrade is done', people === 1);
} finally {
  Bun.spawnSync(['umount', '-l', disk]);
  rmSync(disk, { recursive: true, force: true });
  rmSync(elsewhere, { recursive: true, force: true });
}
report.finish();
