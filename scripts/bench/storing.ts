import { createHmac } from 'node:crypto';
import { ann } from '../../db/seeds/cast';
import { copyOfDatabase, signIn, startProduct } from './databases';
import { compare, ROUND_MS } from './figures';
import { postRequest, requestRate, requestText } from './load';
import { startProcess } from './processes';
import { rawWriter } from './raw-writer';

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, token: 'bench', from: '+12025550100' };

/** Compares storing messages by REST and by webhook with writing the same rows with bun:sqlite. */
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
  const raw = rawWriter(copyOfDatabase(size));
  const yardstick = { name: 'raw SQLite, same rows', rate: () => raw(ROUND_MS) };
  const stored = (n: number) => ({ content: `Bench message ${n} about ramen`, tags: ['food'] });
  await compare(
    { name: 'Store a message by REST', size, atLeast: 0.4 },
    () => requestRate(server, (n) => postRequest('/api/messages', stored(n), { cookie }), 201),
    yardstick,
  );
  await compare(
    { name: 'Store a text by webhook', size, atLeast: 0.4 },
    () =>
      requestRate(
        server,
        (n) => webhookRequest(server.url.replace('127.0.0.1', 'localhost'), `${performance.now()}${n}`),
        200,
      ),
    yardstick,
  );
  await server.stop();
  await gateway.stop();
}

/** Returns the webhook request for a text from Ann, signed as Twilio signs it. */
function webhookRequest(publicUrl: string, id: string) {
  const path = '/api/webhooks/twilio/sms';
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
