import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { ann } from '../../db/seeds/cast';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, signIn, startProduct } from './databases';
import { compare, type Rate, ROUND_MS } from './figures';
import { postRequest, requestRate, requestText } from './load';
import { messageWriter } from './message-writer';
import { startProcess } from './processes';

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, token: 'bench', from: '+12025550100' };

/**
 * Compares how fast Tagline stores messages (by REST and by webhook) and how fast bun:sqlite writes the same
 * rows. Also compares the CPU time with that of the thin server (floor.ts).
 */
export async function storing(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const gateway = await startProcess(['scripts/bench/bare.ts']);
  const server = await startProduct(dataDir, {
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.from,
    TWILIO_API_URL: gateway.url,
  });
  const yardstick = { name: 'raw SQLite, same rows', rate: rawRate(copyOfDatabase(size)) };
  const floor = await startProcess(['scripts/bench/floor.ts', join(copyOfDatabase(size), DATABASE)]);
  const stored = (n: number) => ({ content: `Bench message ${n} about ramen`, tags: ['food'] });
  await compare(
    { name: 'Store a message by REST', size, atLeast: 0.6 },
    () => requestRate(server, (n) => postRequest('/api/messages', stored(n), { cookie }), 201),
    yardstick,
    () => requestRate(floor, (n) => postRequest('/messages', stored(n)), 201),
  );
  const text = (url: string, path: string) => (n: number) =>
    webhookRequest(url.replace('127.0.0.1', 'localhost'), path, `${performance.now()}${n}`);
  await compare(
    { name: 'Store a text by webhook', size, atLeast: 0.5 },
    () => requestRate(server, text(server.url, '/api/webhooks/twilio/sms'), 200),
    yardstick,
    () => requestRate(floor, text(floor.url, '/text'), 200),
  );
  await floor.stop();
  await server.stop();
  await gateway.stop();
}

/** Returns a function that measures how fast bun:sqlite writes the rows of messages. */
function rawRate(dataDir: string): () => Rate {
  const { write } = messageWriter(join(dataDir, DATABASE));
  let n = 0;
  return () => {
    const began = performance.now();
    let count = 0;
    for (; performance.now() - began < ROUND_MS; count++) write(`Bench message ${n++} about ramen`);
    return { rate: (count * 1_000) / (performance.now() - began) };
  };
}

/** Returns the webhook request for a text from Ann, signed as Twilio signs it. */
function webhookRequest(publicUrl: string, path: string, id: string) {
  const form = {
    AccountSid: TWILIO.accountSid,
    Body: `Bench text ${id} about ramen #food`,
    From: ann.phone,
    MessageSid: `SM${id}`,
    NumMedia: '0',
    To: TWILIO.from,
  };
  const signed = publicUrl + path + Object.entries(form).flat().join('');
  const body = String(new URLSearchParams(form));
  return requestText(
    'POST',
    path,
    {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
      'x-twilio-signature': createHmac('sha1', TWILIO.token).update(signed).digest('base64'),
    },
    body,
  );
}
