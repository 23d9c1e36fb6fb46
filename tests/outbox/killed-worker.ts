import { join } from 'node:path';
import { transaction } from '../../db/open';
import { outbox } from '../../db/schema';
import type { App } from '../../src/app/app';
import { enqueue } from '../../src/outbox/outbox';
import { testApp } from '../support/app';
import { startTwilio } from '../support/twilio';

const WORKER = join(import.meta.dir, 'worker-process.ts');
const PHONES = 100;

function writeTexts(app: App, texts: number) {
  transaction(app.db, () => {
    for (let n = 0; n < texts; n++)
      enqueue(app, {
        to: `+1202555${1000 + (n % PHONES)}`,
        body: n % 3 ? `Text ${n}` : 'The same again',
        kind: 'broadcast',
      });
  });
}

export async function sendWhileKilled({ texts, kills }: { texts: number; kills: number }) {
  await using twilio = await startTwilio();
  const environment = { ...twilio.environment, BROADCAST_PACE: '20' };
  await using app = testApp(environment);
  writeTexts(app, texts);
  twilio.failAlways({ slow: 25 });

  const { killed, exitCode } = await runWhileKilled(app, environment, {
    kills,
    count: () => twilio.texts.length,
    step: texts / (2 * kills),
  });

  const rows = app.db.select().from(outbox).all();
  const written = rows.map(({ phone, body }) => `${phone} ${body}`);
  const given = twilio.texts.map(({ to, body }) => `${to} ${body}`);
  return {
    killed,
    exitCode,
    missing: countLacking(written, given),
    twice: countLacking(given, written),
    lookUps: twilio.calls.filter(({ method }) => method === 'GET').length,
    unsettled: rows.filter(({ state, sid }) => state !== 'sent' || !sid).length,
    sids: new Set(rows.map(({ sid }) => sid)).size,
  };
}

/** Runs the worker, kills it each time that `count` has grown by `step`, and lets it end after the last kill. */
export async function runWhileKilled(
  app: App,
  environment: Record<string, string>,
  { kills, count, step }: { kills: number; count: () => number; step: number },
) {
  const { PATH } = process.env;
  const start = () =>
    Bun.spawn([process.execPath, WORKER], {
      env: { PATH, DATA_DIR: app.config.dataDir, LOG_LEVEL: 'silent', ...environment },
    });
  let killed = 0;
  while (killed < kills) {
    const enough = count() + step;
    const worker = start();
    while (count() < enough && worker.exitCode === null) await Bun.sleep(1);
    await Bun.sleep(Math.random() * 30);
    if (worker.exitCode !== null) break;
    worker.kill('SIGKILL');
    await worker.exited;
    killed++;
  }
  return { killed, exitCode: await start().exited };
}

/** Counts the texts of the first list that the second one lacks, where a text that is there twice needs two. */
function countLacking(texts: string[], others: string[]): number {
  const left = [...others];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    return at < 0 || left.splice(at, 1).length === 0;
  }).length;
}
