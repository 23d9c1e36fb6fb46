import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app';
import { readConfig } from '../src/config';
import { create } from '../src/messages/messages';
import { setReminder } from '../src/reminders/reminders';
import { findOrCreateUser } from '../src/users/users';
import { startTwilio } from '../tests/support/twilio';
import { ask, createReport, startProgram } from './prove/program';
import type { RequestTime } from './prove/requests-worker';

/**
 * `bun scripts/prove-reminders.ts [REMINDERS] [KILLS]`: makes 10,000 reminders due in one minute and kills the real
 * program 20 times while it sends them. Then checks that each was sent once, at the pace, and that no request
 * waited 20 ms longer than it waits on an idle server. Takes about five minutes.
 */

const REMINDERS = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
const PACE = 50;
const HELD_MS = 20;

const report = createReport(`${REMINDERS} reminders due in one minute, ${KILLS} kills`);
const dataDir = mkdtempSync(join(tmpdir(), 'tagline-reminders-'));
await using twilio = await startTwilio();
const env = { DATA_DIR: dataDir, ...twilio.environment, BROADCAST_PACE: String(PACE) };

fill();
let server = await startProgram(env);
const began = performance.now();
for (let kill = 0; kill < KILLS; kill++) {
  await Bun.sleep(1000 + Math.random() * 3000);
  await server.stop('SIGKILL');
  server = await startProgram(env);
}
console.error(`${KILLS} kills, ${twilio.texts.length} texts`);

const latencies: number[] = [];
const requests = new Worker(new URL('./prove/requests-worker.ts', import.meta.url));
requests.onmessage = ({ data }: MessageEvent<RequestTime>) => latencies.push(data);
requests.postMessage(`${server.url}/api/product`);
const longest = (REMINDERS / PACE) * 3000 + 120_000;
while (left() > 0 && performance.now() - began < longest) await Bun.sleep(500);
requests.terminate();
const seconds = (performance.now() - began) / 1000;
await server.stop();

const times = new Map<string, number>();
for (const { to, body } of twilio.texts)
  if (body.startsWith('Reminder')) times.set(`${to} ${body}`, (times.get(`${to} ${body}`) ?? 0) + 1);
const twice = [...times.values()].filter((count) => count > 1).length;
const sorted = latencies.sort((a, b) => a - b);
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
report.check(
  'none is missing',
  times.size === REMINDERS,
  `${times.size} of ${REMINDERS} after ${Math.round(seconds)} s`,
);
report.check('none was sent twice', twice === 0, `${twice} twice`);
report.check(
  'none went out faster than the pace',
  seconds >= (REMINDERS / PACE) * 0.9,
  `${(REMINDERS / seconds).toFixed(1)} a second`,
);
report.check(
  `requests are answered within ${HELD_MS} ms of an idle server at the 99th percentile`,
  at(0.99) < HELD_MS,
  `median ${at(0.5).toFixed(1)} ms, 99 % ${at(0.99).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms`,
);
rmSync(dataDir, { recursive: true, force: true });
report.finish();

/** Stores the reminders of a hundred people, all due a minute ago. */
function fill(): void {
  const app = createApp(readConfig({ LOG_LEVEL: 'silent', ...env }));
  app.db.$client.run('begin immediate');
  for (let n = 0; n < REMINDERS; n++) {
    const { user } = findOrCreateUser(app, `+1202555${String(1000 + (n % 1000))}`);
    const id = create(app, user, { content: `Reminded ${n}`, source: 'ui', audience: 'nobody' });
    setReminder(app, user, id, { at: app.now() - 60_000 + (n % 60_000), starts: null, rule: null });
  }
  app.db.$client.run('commit');
  app.close();
}

/** Returns the number of reminders that are not at the gateway yet. */
function left(): number {
  const [due] = ask(dataDir, 'select count(*) as count from reminders where at is not null');
  const [waiting] = ask(
    dataDir,
    "select count(*) as count from outbox where kind = 'reminder' and state in ('queued', 'sending', 'limited')",
  );
  return Number(due?.count) + Number(waiting?.count);
}
