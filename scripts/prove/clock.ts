import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../tests/support/client';
import { DAY } from '../../tests/support/clock';
import { tempFolder } from '../../tests/support/folder';
import { png } from '../../tests/support/pictures';
import { until } from '../../tests/support/server';
import { startTwilio } from '../../tests/support/twilio';
import type { Running } from '../process';

import { type Check, type Proof, rows, signIn, startProgram, value } from './program';

const BOB = '+12025550122';
const ANN = '+12025550133';
const WITHIN_MS = 15_000;

/** Moves the clock ahead and back, while the program runs and while it is down. Nothing may wait for it. */
export const clock: Proof = async (check, { quick }) => {
  for (const days of quick ? [30] : [1, 30, 365])
    await moveClock(days, (what, ok, found) => check(`${days} days: ${what}`, ok, found));
};

async function moveClock(days: number, check: Check) {
  using folder = tempFolder();
  await using twilio = await startTwilio();
  const dataDir = folder.path;
  const [backups, clockFile] = [folder.file('backups'), folder.file('clock')];
  mkdirSync(backups); // it is looked at before the first backup
  const env = { DATA_DIR: dataDir, CLOCK_FILE: clockFile, BACKUP_DIR: backups, ...twilio.environment };
  // only the sources can be started with another file before them
  const command = [process.execPath, '--preload', join(import.meta.dir, 'moved-clock.ts'), 'src/main.ts'];
  const start = () => startProgram(env, command);
  const enter = (program: Running, phone: string) => signIn(program, phone, () => twilio.sentTo(phone));
  const setClock = async (offset: number) => {
    writeFileSync(clockFile, String(offset));
    await Bun.sleep(100);
  };
  const soon = async (what: string, look: () => unknown) =>
    check(what, await until(async () => Boolean(await look()), WITHIN_MS).catch(() => false));
  const hasMessage = (content: string) =>
    value(dataDir, 'select 1 from messages where content = ?', content) === 1;
  const tellsAnn = async (what: string, post: () => Promise<unknown>) => {
    const before = twilio.sentTo(ANN).length;
    await post();
    await soon(what, () => twilio.sentTo(ANN).length > before);
  };
  const zips = () => readdirSync(backups).filter((name) => name.endsWith('.zip'));

  await setClock(0);
  let server = await start();
  await enter(server, ANN);
  await until(() => zips().length > 0);

  await setClock(days * DAY);
  const ahead = await enter(server, BOB);
  check('one signs in while it is ahead', (await ahead.get('/api/messages')).status === 200);
  await ahead.post('/api/shared-boards', { name: 'house' });
  await ahead.post('/api/shared-boards/house/invite', { phoneNumber: ANN });
  await ahead.post('/api/messages', { content: 'Lamp #house' });
  let status = 200;
  for (let n = 0; n < 13 && status === 200; n++)
    ({ status } = await ahead.post('/api/auth/login', { phoneNumber: BOB }));
  check('a limit is used up', status === 429, status);
  await server.stop();
  // backups are named by a thread with the clock of the machine
  const dated = new Date(Date.now() + days * DAY).toISOString().slice(0, 19).replaceAll(':', '-');
  for (const name of zips()) renameSync(join(backups, name), join(backups, `tagline-backup-${dated}Z.zip`));

  await setClock(0);
  twilio.receive(BOB, 'Sent while down');
  server = await start();
  await soon('a text sent while down is fetched', () => hasMessage('Sent while down'));
  const today = new Date().toISOString().slice(0, 10);
  const isThere = (date: string) => zips().some((name) => name.includes(date));
  await soon('there is a backup of today', () => isThere(today));
  check('beside the one dated ahead', isThere(dated.slice(0, 10)), zips().join(' '));
  const same = connect(server.url, { cookies: ahead.cookies });
  const texts = twilio.sentTo(BOB).length;
  const code = await same.post('/api/auth/login', { phoneNumber: BOB });
  check('a code can be asked for at once', code.status === 200, code.headers.get('retry-after') ?? '');
  // not another text: else the next sign-in takes this code for its own
  await until(() =>
    twilio
      .sentTo(BOB)
      .slice(texts)
      .some((body) => /\b\d{6}\b/.test(body)),
  );
  const back = await enter(server, BOB);
  check('and one signs in with it', (await back.get('/api/messages')).status === 200);
  check('the session from ahead goes on', (await same.get('/api/messages')).status === 200);
  await tellsAnn('a member is told of a post', () => back.post('/api/messages', { content: 'Bulb #house' }));
  await twilio.text(server, BOB, 'With a photo', [{ type: 'image/png', bytes: png(20, 20) }]);
  const photos = () => rows(dataDir, 'select 1 from media where file is not null').length;
  await soon('a photo of a text is fetched', () => photos() === 1);

  await setClock(days * DAY);
  // by text, because sessions end when the clock moves beyond their 30 days
  const post = (content: string) => () => twilio.text(server, BOB, content);
  await tellsAnn('set ahead while it runs, a member is told', post('Fuse #house'));
  await setClock(0);
  await tellsAnn('set back while it runs, a member is told', post('Cable #house'));
  twilio.receive(BOB, 'After all this');
  await server.stop();
  server = await start();
  await soon('and a lost text is fetched', () => hasMessage('After all this'));
  await server.stop();
  const expiresAt = Number(value(dataDir, 'select max(expires_at) from sessions'));
  check('no session lasts longer than 30 days', expiresAt < Date.now() + 30 * DAY);
}
