import { readConfig } from '../../src/app/config/config';
import { create } from '../../src/messages/messages';
import { setReminder } from '../../src/notices/reminders/reminders';
import { findOrCreateUser } from '../../src/people/users';
import { createApp } from '../../src/start/create-app';
import { tempFolder } from '../../tests/support/folder';
import { startTwilio } from '../../tests/support/twilio';
import { type Proof, startProgram, value } from './program';

const PACE = 50;

/** Makes thousands of reminders due in one minute, and kills the program while it sends them. */
export const reminders: Proof = async (check, { quick }) => {
  const [count, kills] = quick ? [1500, 2] : [10_000, 20];
  using folder = tempFolder();
  await using twilio = await startTwilio();
  const env = { DATA_DIR: folder.path, ...twilio.environment, BROADCAST_PACE: String(PACE) };
  fill(env, count);
  const left = () =>
    Number(value(folder.path, 'select count(*) from reminders where at is not null')) +
    Number(
      value(
        folder.path,
        "select count(*) from outbox where kind = 'reminder' and state in ('queued', 'sending', 'limited')",
      ),
    );

  let server = await startProgram(env);
  const began = performance.now();
  for (let kill = 0; kill < kills; kill++) {
    await Bun.sleep(1000 + Math.random() * 3000);
    await server.stop('SIGKILL');
    server = await startProgram(env);
  }
  const longest = (count / PACE) * 3000 + 120_000;
  while (left() > 0 && performance.now() - began < longest) await Bun.sleep(200);
  const seconds = (performance.now() - began) / 1000;
  await server.stop();

  const sent = twilio.texts.filter(({ body }) => body.startsWith('Reminder'));
  const different = new Set(sent.map(({ to, body }) => `${to} ${body}`));
  check('none is missing', different.size === count, `${different.size} after ${Math.round(seconds)} s`);
  check('none was sent twice', sent.length === different.size, `${sent.length} texts, ${kills} kills`);
  const rate = (count / seconds).toFixed(1);
  check('none went out faster than the pace', seconds >= (count / PACE) * 0.9, `${rate} a second`);
};

function fill(env: Record<string, string>, count: number): void {
  const app = createApp(readConfig({ LOG_LEVEL: 'silent', ...env }));
  app.db.$client.run('begin immediate');
  for (let n = 0; n < count; n++) {
    const { user } = findOrCreateUser(app, `+1202555${1000 + (n % 1000)}`);
    const id = create(app, user, { content: `Reminded ${n}`, source: 'ui', audience: 'nobody' });
    setReminder(app, user, id, { at: app.now() - 60_000 + (n % 60_000), starts: null, rule: null });
  }
  app.db.$client.run('commit');
  app.close();
}
