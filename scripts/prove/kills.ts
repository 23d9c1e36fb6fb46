import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tempFolder } from '../../tests/support/folder';
import { until } from '../../tests/support/server';
import { startTwilio } from '../../tests/support/twilio';

import { createWriters } from './known-messages';
import { type Proof, rows, signIn, startProgram, value } from './program';

const PHONES = ['+12025550122', '+12025550133'];
const WRITERS = 14;

export const kills: Proof = async (check, { quick }) => {
  using folder = tempFolder(tmpdir());
  await using twilio = await startTwilio();
  const dataDir = folder.path;
  const env = { DATA_DIR: dataDir, ...twilio.environment };
  let server = await startProgram(env);
  const restart = async () => {
    server = await startProgram({ ...env, PORT: new URL(server.url).port });
  };
  const clients = await Promise.all(PHONES.map((phone) => signIn(server, phone, () => twilio.sentTo(phone))));
  const writers = createWriters(clients, async (n, body) => {
    const text = twilio.receive(`+1202555${1000 + (n % 150)}`, body);
    return (await twilio.deliver(server, text).catch(() => null))?.status === 200;
  });
  const stored = () =>
    rows(dataDir, 'select id, content from messages').map(({ id, content }) => ({
      id: Number(id),
      content: String(content),
    }));

  const differences: string[] = [];
  for (let kill = 0; kill < (quick ? 5 : 60); kill++) {
    let running = true;
    const underway = Array.from({ length: WRITERS }, async (_, n) => {
      const act = writers.acts[n < writers.acts.length ? n : n % 2]!; // most create messages and texts
      while (running) await act();
    });
    await Bun.sleep(200 + Math.random() * 500);
    running = false;
    await Promise.all([server.stop('SIGKILL'), ...underway]);
    await restart();
    differences.push(...writers.compare(stored()));
    await writers.repeat();
  }

  const texts = writers.unsureTexts();
  const isThere = ({ token }: { token: string }) =>
    value(dataDir, 'select 1 from messages where content like ?', `%${token}%`) === 1;
  await until(() => texts.every(isThere), 60_000).catch(() => {});
  check('texts that were not acknowledged were fetched', texts.every(isThere), `${texts.length} texts`);
  for (const text of texts) text.state = 'there';
  differences.push(...writers.compare(stored(), { final: true }));
  check('all that was acknowledged is there, once', differences.length === 0, differences[0]);

  await until(() => value(dataDir, 'select count(*) from search_queue') === 0, 60_000).catch(() => {});
  const missed: string[] = [];
  for (let n = 0; n < 200; n++) {
    const { id, token, client, state } = writers.created[Math.floor(Math.random() * writers.created.length)]!;
    const { body } = await client!.get<{ id: number }[]>(`/api/messages/search?q=${token}`);
    if (body.some((message) => message.id === id) !== (state === 'there')) missed.push(token);
  }
  check('search finds 200 of them, and none that is deleted', missed.length === 0, missed.join(' '));
  const files = rows(dataDir, 'select file from media where file is not null').map(({ file }) =>
    String(file),
  );
  const lost = files.filter((file) => !existsSync(join(dataDir, 'media', file)));
  check('every photo of a row is on the disk', lost.length === 0, `${files.length} photos`);
  const sent = twilio.texts.filter(
    ({ direction, body }) => direction !== 'inbound' && !/\b\d{6}\b/.test(body),
  );
  const different = new Set(sent.map(({ to, body }) => `${to} ${body}`));
  check('no text was sent twice', different.size === sent.length, `${sent.length} texts`);
  check('the database is whole', value(dataDir, 'pragma integrity_check') === 'ok');
  check('the last server stops by itself', (await server.stop()) === 0);
  const counts = Object.entries(writers.counts).map(([what, count]) => `${count} ${what}`);
  check('requests were cut off', writers.counts['requests cut off'] > 0, counts.join(', '));
};
