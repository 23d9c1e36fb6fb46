import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { ann } from '../../db/seeds/cast';
import { DATABASE } from '../../src/app/data-folder/data-folder';
import { copyOfDatabase, signIn, startHelper, startProduct } from './databases';
import { compare, type Rate, ROUND_MS } from './figures';
import { postRequest, requestRate, requestText } from './load';
import { messageWriter } from './message-writer';

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, token: 'bench', from: '+12025550100' };

export async function storing(size: number) {
  const dataDir = copyOfDatabase(size);
  const cookie = await signIn(dataDir);
  const thin = await startHelper('thin-server', join(copyOfDatabase(size), DATABASE));
  const server = await startProduct(dataDir, {
    TWILIO_ACCOUNT_SID: TWILIO.accountSid,
    TWILIO_AUTH_TOKEN: TWILIO.token,
    TWILIO_FROM: TWILIO.from,
    TWILIO_API_URL: thin.url,
  });
  const yardstick = { name: 'raw SQLite, same rows', rate: rawRate(copyOfDatabase(size)) };
  const stored = (n: number) => ({ content: `Bench message ${n} about ramen`, tags: ['food'] });
  await compare(
    { name: 'Store a message by REST', size, atLeast: 0.6 },
    () => requestRate(server, (n) => postRequest('/api/messages', stored(n), { cookie }), 201),
    yardstick,
    () => requestRate(thin, (n) => postRequest('/messages', stored(n)), 201),
  );
  const text = (url: string, path: string) => (n: number) =>
    webhookRequest(url.replace('127.0.0.1', 'localhost'), path, `${performance.now()}${n}`);
  await compare(
    { name: 'Store a text by webhook', size, atLeast: 0.5 },
    () => requestRate(server, text(server.url, '/api/webhooks/twilio/sms'), 200),
    yardstick,
    () => requestRate(thin, text(thin.url, '/text'), 200),
  );
  await server.stop();
  await thin.stop();
}

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
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-twilio-signature': createHmac('sha1', TWILIO.token).update(signed).digest('base64'),
  };
  return requestText('POST', path, headers, String(new URLSearchParams(form)));
}
