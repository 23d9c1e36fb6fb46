import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../tests/support/client';
import { tempFolder } from '../../tests/support/folder';
import { startS3 } from '../../tests/support/s3';
import { until } from '../../tests/support/server';
import type { Running } from '../process';
import { type Proof, programsIn, rows, signIn, simulatedTexts } from './program';

const OPERATOR = '+12025550111';
const PASSPHRASE = { REPLICA_PASSPHRASE: 'correct horse battery staple' };
/** Far above what REPLICA_SYNC promises, for a busy machine. */
const LAG_MS = 3_000;

/** Needs Linux or macOS: npm has no Litestream for Windows. */
export const copies: Proof = async (check) => {
  using folder = tempFolder(tmpdir());
  await using s3 = await startS3(folder.file('s3'));
  const env = { ...s3.environment, ...PASSPHRASE, REPLICA_SYNC: '200ms', EMBEDDINGS: 'off' };
  const { serve, command } = programsIn(folder, env);
  const contents = (name: string) =>
    new Set(rows(folder.file(name), 'select content from messages').map(({ content }) => content));
  const pid = (name: string) => Number(readFileSync(join(folder.file(name), 'copies/pid'), 'utf8'));
  const write = async (client: Client, content: string) =>
    (await client.post('/api/messages', { content, hashtags: [] }).catch(() => null))?.status;
  const card = async (client: Client) => {
    const { body } = await client.get<Card[]>('/api/admin/health');
    return body.find(({ name }) => name === 'Copies');
  };

  // a machine that burns
  let server = await serve('first');
  let client = await signIn(server, OPERATOR, () => simulatedTexts(folder.file('first'), OPERATOR));
  await until(async () => (await lag(server)) < LAG_MS);
  const written: { content: string; at: number }[] = [];
  for (const end = Date.now() + 6_000; Date.now() < end; await Bun.sleep(20)) {
    const content = `Note ${written.length}`;
    if ((await write(client, content)) === 201) written.push({ content, at: Date.now() });
  }
  const burnt = Date.now();
  process.kill(pid('first'), 'SIGKILL');
  await server.stop('SIGKILL');
  await command('second', 'restore', env.REPLICA_URL);
  const there = contents('second');
  const lost = written.filter(({ content }) => !there.has(content));
  const oldest = burnt - (lost[0]?.at ?? burnt);
  check(
    'a restore has all but the last second',
    written.length > 50 && oldest < LAG_MS,
    `${written.length} written, ${lost.length} lost, at most ${oldest} ms old`,
  );
  const secret = (name: string) => readFileSync(join(folder.file(name), 'secret'), 'hex');
  check('the secret came along', secret('first') === secret('second'));

  // a moment, and a Litestream that was killed
  server = await serve('second');
  client = await signIn(server, OPERATOR, () => simulatedTexts(folder.file('second'), OPERATOR));
  const copied = async () => {
    const from = Date.now();
    await until(async () => Date.now() - (await lag(server)) > from);
  };
  await write(client, 'Before');
  await copied();
  const moment = new Date().toISOString();
  await Bun.sleep(1_100);
  await write(client, 'After');
  await copied();
  const killed = pid('second');
  process.kill(killed, 'SIGKILL');
  await until(() => pid('second') !== killed);
  await write(client, 'Later');
  await copied();
  await command('third', 'restore', `${env.REPLICA_URL}@${moment}`);
  const then = contents('third');
  check('a moment can be restored', then.has('Before') && !then.has('After'), moment);
  const drill = await command('second', 'backup', '--drill');
  check(
    'a drill finds the copy whole and complete',
    drill.hasKeys && drill.copy?.messages === drill.here?.messages,
    `${drill.seconds?.toFixed(1)} s`,
  );

  // S3 away and back
  await s3.leave();
  await write(client, 'Meanwhile');
  const away = await until(async () => {
    const found = await card(client);
    return found?.state === 'good' ? null : found;
  });
  check('the card says that S3 is away', away.advice.includes('cannot be reached'), away.advice);
  await s3.comeBack();
  await copied();
  check('the card is good again', (await until(async () => (await card(client))?.state === 'good')) === true);
  await write(client, 'Last');
  check('the server stops by itself', (await server.stop()) === 0);
  check('its Litestream has ended', !existsSync(`/proc/${pid('second')}`));
  await command('fourth', 'restore', env.REPLICA_URL);
  const last = contents('fourth');
  check('all was copied before it ended', last.has('Meanwhile') && last.has('Last'));

  server = await serve('refused', { AWS_ACCESS_KEY_ID: 'wrong', REPLICA_URL: 's3://copies/refused' });
  const refused = await until(async () => {
    const response = await fetch(`${server.url}/readyz`);
    const { findings = [] } = (await response.json()) as { findings?: Card[] };
    return findings.find(({ name }) => name === 'Copies');
  });
  check('wrong keys are told in a sentence', refused.advice.includes('refuses the key'), refused.advice);
  await server.stop();
};

type Card = { name: string; state: string; advice: string };

async function lag({ url }: Running): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^tagline_copy_lag_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}
