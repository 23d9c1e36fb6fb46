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

export async function sendWhileKilled({
  texts,
  kills,
  begin = writeTexts,
}: {
  texts: number;
  kills: number;
  begin?: (app: App, texts: number) => void;
}) {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  begin(app, texts);
  twilio.failAlways({ slow: 25 });

  const start = () =>
    Bun.spawn([process.execPath, WORKER], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: app.config.dataDir,
        LOG_LEVEL: 'silent',
        ...twilio.environment,
      },
    });
  let killed = 0;
  while (killed < kills) {
    const enough = twilio.texts.length + texts / (2 * kills);
    const worker = start();
    while (twilio.texts.length < enough && worker.exitCode === null) await Bun.sleep(3);
    await Bun.sleep(Math.random() * 30);
    if (worker.exitCode !== null) break;
    worker.kill('SIGKILL');
    await worker.exited;
    killed++;
  }
  const exitCode = await start().exited;

  const rows = app.db.select().from(outbox).all();
  const written = tally(rows.map(({ phone, body }) => `${phone} ${body}`));
  const given = tally(twilio.texts.map(({ to, body }) => `${to} ${body}`));
  const keys = new Set([...written.keys(), ...given.keys()]);
  const difference = (a: typeof written, b: typeof written) =>
    [...keys].reduce((sum, key) => sum + Math.max(0, (a.get(key) ?? 0) - (b.get(key) ?? 0)), 0);
  return {
    killed,
    exitCode,
    missing: difference(written, given),
    twice: difference(given, written),
    lookUps: twilio.calls.filter(({ method }) => method === 'GET').length,
    unsettled: rows.filter(({ state, sid }) => state !== 'sent' || !sid).length,
    sids: new Set(rows.map(({ sid }) => sid)).size,
  };
}

function tally(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
