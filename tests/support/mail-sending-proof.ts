import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Running } from '../../scripts/process';
import { type Check, rows } from '../../scripts/prove/program';
import type { openSmtpServer } from '../outside/mail/smtp-server';
import { ann } from './cast';
import { until } from './until';

const AT_ONCE = 3;
const WAITING = "select count(*) as n from outbox where kind = 'mail' and state = 'mailing'";

type World = {
  check: Check;
  kills: number;
  dataDir: string;
  smtp: Awaited<ReturnType<typeof openSmtpServer>>;
  start(): Promise<Running>;
};

/** Kills the process after a mail's content has gone, before its answer or while that is marked. */
export async function killWhileSending({ check, kills, dataDir, smtp, start }: World, to: string) {
  const before = smtp.arrived.length;
  for (let kill = 0; kill < kills; kill++) {
    enqueue(dataDir, to, kill);
    const isAnswered = kill % 2 === 1;
    if (!isAnswered) smtp.next({ at: 'keep' });
    const count = smtp.arrived.length;
    const server = await start();
    await until(() => smtp.arrived.length > count);
    await server.stop('SIGKILL');
  }
  const server = await start();
  await until(() => rows(dataDir, WAITING)[0]!.n === 0, 60_000).catch(() => {});
  await server.stop();
  const sent = rows(
    dataDir,
    "select id, state, error from outbox where kind = 'mail' and body like 'kill %'",
  );
  const arrived = smtp.arrived.slice(before).map(({ raw }) => /^Subject: (.*)$/im.exec(raw)?.[1]?.trim());
  const lost = sent.filter(({ state }) => state !== 'mailed');
  check('no mail is sent twice', new Set(arrived).size === arrived.length, `${arrived.length} mails`);
  check(
    'each mail has gone, or is told to the operator as uncertain',
    arrived.length >= sent.length - lost.length &&
      lost.length <= kills &&
      lost.every(({ state, error }) => state === 'failed' && /perhaps/.test(String(error))),
    `${sent.length} mails, ${lost.length} uncertain after ${kills} kills`,
  );
}

/** As a cause of mail does in its transaction, while the program does not run. */
function enqueue(dataDir: string, to: string, kill: number): void {
  using db = new Database(join(dataDir, 'tagline.db'), { strict: true });
  const insert = db.query(`
    insert into outbox (phone, body, kind, state, next_at, segments, created_at, mail)
    values ($phone, $words, 'mail', 'mailing', 0, 1, $now, json_object('to', $to, 'subject', $words, 'words', $words))`);
  for (let mail = 0; mail < AT_ONCE; mail++)
    insert.run({ phone: ann.phone, words: `kill ${kill} mail ${mail}`, now: Date.now(), to });
}
