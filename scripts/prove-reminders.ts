import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/app/config/config';
import { create } from '../src/messages/messages';
import { setReminder } from '../src/notices/reminders/reminders';
import { findOrCreateUser } from '../src/people/users';
import { createApp } from '../src/start/create-app';
import { startTwilio } from '../tests/support/twilio';
import { ask, createReport, startProgram } from './prove/program';
import type { Asked, RequestCost } from './prove/requests-worker';

/**
 * `bun scripts/prove-reminders.ts [REMINDERS] [KILLS]`: makes 10,000 reminders due in one minute, and kills
 * the real program 20 times while it sends them. Then checks that each reminder was sent once, that the texts
 * kept to the pace, and that the server's main thread worked less than 20 ms during each request. Takes about
 * five minutes.
 */

const REMINDERS = Number(process.argv[2] ?? 10_000);
const KILLS = Number(process.argv[3] ?? 20);
const PACE = 50;
const HELD_MS = 20;
/** Milliseconds after its start until a server has loaded its modules. */
const STARTED_MS = 2000;
/** Milliseconds for which requests are measured once all reminders are out. */
const IDLE_MS = 20_000;

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

const costs: RequestCost[] = [];
const requests = new Worker(new URL('./prove/requests-worker.ts', import.meta.url));
requests.onmessage = ({ data }: MessageEvent<RequestCost>) => costs.push(data);
requests.postMessage({ address: `${server.url}/api/product`, pid: server.pid } satisfies Asked);
const measuredFrom = Date.now() + STARTED_MS;
const longest = (REMINDERS / PACE) * 3000 + 120_000;
while (left() > 0 && performance.now() - began < longest) await Bun.sleep(500);
const sentAt = Date.now();
const seconds = (performance.now() - began) / 1000;
await Bun.sleep(IDLE_MS);
requests.terminate();
await server.stop();

const times = new Map<string, number>();
for (const { to, body } of twilio.texts)
  if (body.startsWith('Reminder')) times.set(`${to} ${body}`, (times.get(`${to} ${body}`) ?? 0) + 1);
const twice = [...times.values()].filter((count) => count > 1).length;
const busy = summarize(costs.filter(({ at }) => at > measuredFrom && at < sentAt));
const idle = summarize(costs.filter(({ at }) => at > sentAt));
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
  busy.took[0] - idle.took[0] < HELD_MS,
  `99 % and longest ${inMs(busy.took)} by the clock, idle ${inMs(idle.took)}`,
);
report.check(
  `the server holds no request for ${HELD_MS} ms by its own work`,
  busy.held[1] < HELD_MS,
  `99 % and longest ${inMs(busy.held)} of processor time, idle ${inMs(idle.held)}`,
);
rmSync(dataDir, { recursive: true, force: true });
report.finish();

/** Stores reminders of up to a thousand people, all due within the last minute. */
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

/** Returns the 99th percentile and the maximum of `took` and of `held`. */
function summarize(requests: RequestCost[]): Record<'took' | 'held', [number, number]> {
  const summary = (cost: 'took' | 'held'): [number, number] => {
    const sorted = requests.map((request) => request[cost]).sort((a, b) => a - b);
    return [sorted[Math.floor(sorted.length * 0.99)] ?? Infinity, sorted.at(-1) ?? Infinity];
  };
  return { took: summary('took'), held: summary('held') };
}

function inMs(figures: [number, number]): string {
  return `${figures.map((figure) => figure.toFixed(1)).join(' and ')} ms`;
}
