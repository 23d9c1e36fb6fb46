import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../tests/support/client';
import { png } from '../tests/support/pictures';
import { until } from '../tests/support/server';
import { startTwilio } from '../tests/support/twilio';
import { ask, createReport, type Program, signIn, startProgram } from './prove/program';

/**
 * `bun scripts/prove-clock.ts`: moves the clock of the real program a day, 30 days and a year ahead and back,
 * while it runs and while it is down, and checks that nothing waits for the wrong time. Takes about a minute.
 */

const DAY = 86_400_000;
const BOB = '+12025550122';
const ANN = '+12025550133';
const WITHIN_MS = 15_000;

const report = createReport('A clock that is ahead and set right');

for (const days of [1, 30, 365]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tagline-clock-'));
  const backups = join(dataDir, 'backups');
  const clockFile = join(dataDir, 'clock');
  const setClock = async (offset: number) => {
    writeFileSync(clockFile, String(offset));
    await Bun.sleep(100);
  };
  await using twilio = await startTwilio();
  const env = { DATA_DIR: dataDir, CLOCK_FILE: clockFile, BACKUP_DIR: backups, ...twilio.environment };
  const start = () => startProgram(env, ['--preload', join(import.meta.dir, 'prove/moved-clock.ts')]);
  const check = (what: string, ok: boolean, found?: unknown) =>
    report.check(`${days} days: ${what}`, ok, found);
  const soon = async (what: string, look: () => unknown) =>
    check(what, await until(async () => Boolean(await look()), WITHIN_MS).catch(() => false));
  const contents = () => ask(dataDir, 'select content from messages').map(({ content }) => String(content));
  const enter = (program: Program, phone: string) => signIn(program, phone, () => twilio.sentTo(phone));

  await setClock(0);
  let server = await start();
  await enter(server, ANN);
  const zips = () => readdirSync(backups).filter((name) => name.endsWith('.zip'));
  await until(() => zips().length > 0).catch(() => {});

  await setClock(days * DAY);
  const ahead = await enter(server, BOB);
  check('one signs in while it is ahead', (await ahead.get('/api/messages')).status === 200);
  await ahead.post('/api/shared-boards', { name: 'house' });
  await ahead.post('/api/shared-boards/house/invite', { phoneNumber: ANN });
  await ahead.post('/api/messages', { content: 'Lamp #house' });
  const askForCode = () => ahead.post('/api/auth/login', { phoneNumber: BOB });
  let used = await askForCode();
  for (let n = 0; n < 12 && used.status === 200; n++) used = await askForCode();
  check('a limit is used up', used.status === 429, used.headers.get('retry-after'));
  await server.stop();
  // the thread that writes backups uses the machine's clock; this gives the file the name that the moved
  // clock would give it
  const dated = new Date(Date.now() + days * DAY).toISOString().slice(0, 19).replaceAll(':', '-');
  for (const name of zips()) renameSync(join(backups, name), join(backups, `tagline-backup-${dated}Z.zip`));

  await setClock(0);
  twilio.receive(BOB, 'Sent while down');
  server = await start();
  await soon('a text sent while down is fetched', () => contents().includes('Sent while down'));
  const dates = () => zips().map((name) => /\d{4}-\d\d-\d\d/.exec(name)?.[0] ?? '');
  const today = new Date().toISOString().slice(0, 10);
  await soon('there is a backup of today', () => dates().includes(today));
  check('beside the one dated ahead', dates().includes(dated.slice(0, 10)), dates().join(' '));
  const same = connect(server.url, { cookies: ahead.cookies });
  const code = await same.post('/api/auth/login', { phoneNumber: BOB });
  check('a code can be asked for at once', code.status === 200, code.headers.get('retry-after') ?? '');
  const back = await enter(server, BOB);
  check('and one signs in with it', (await back.get('/api/messages')).status === 200);
  check('the session from ahead goes on', (await same.get('/api/messages')).status === 200);
  const told = twilio.sentTo(ANN).length;
  await back.post('/api/messages', { content: 'Bulb #house' });
  await soon('a member is told of a post', () => twilio.sentTo(ANN).length > told);
  await twilio.text(server, BOB, 'With a photo', [{ type: 'image/png', bytes: png(20, 20) }]);
  await soon(
    'a photo of a text is fetched',
    () => ask(dataDir, 'select 1 from media where file is not null').length === 1,
  );

  await setClock(days * DAY);
  // posts by text, because sessions end when the clock moves beyond their 30 days
  const toldBefore = twilio.sentTo(ANN).length;
  await twilio.text(server, BOB, 'Fuse #house');
  await soon('set ahead while it runs, a member is told', () => twilio.sentTo(ANN).length > toldBefore);
  await setClock(0);
  const again = twilio.sentTo(ANN).length;
  await twilio.text(server, BOB, 'Cable #house');
  await soon('set back while it runs, a member is told', () => twilio.sentTo(ANN).length > again);
  twilio.receive(BOB, 'After all this');
  await server.stop();
  server = await start();
  await soon('and a lost text is fetched', () => contents().includes('After all this'));
  await server.stop();
  const [session] = ask(dataDir, 'select max(expires_at) as at from sessions');
  check('no session lasts longer than 30 days', Number(session?.at) < Date.now() + 30 * DAY);
  rmSync(dataDir, { recursive: true, force: true });
}
report.finish();
