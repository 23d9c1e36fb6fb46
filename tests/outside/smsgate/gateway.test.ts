import { expect, test } from 'bun:test';
import { type FetchError, SendError } from '../../../src/app/gateway';
import { FILE_OF_INBOX } from '../../../src/outside/smsgate/catch-up';
import { readHealth } from '../../../src/outside/smsgate/phone';
import { testApp } from '../../support/app';
import { bob } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { SERVER_ERROR, startSmsGate, TOO_MANY } from '../../support/smsgate';
import { textOut } from '../../support/texts';

const HELLO = textOut(bob.phone, 'Hello', { id: 7, createdAt: 1_750_000_000_000 });
const failureOf = (sending: Promise<unknown>) => sending.catch((error) => error as SendError);

test.each(['local', 'server'] as const)('a text is sent through SMSGate (%s)', async (mode) => {
  await using smsgate = await startSmsGate({ mode });
  await using app = testApp(smsgate.environment);
  const { sid } = await app.sms.send({ ...HELLO, expiresAt: app.now() + 600_000 });
  expect(smsgate.sent).toMatchObject([
    { id: sid, to: bob.phone, body: 'Hello', simNumber: null, priority: 0, withDeliveryReport: true },
  ]);
  expect(smsgate.calls.at(-1)?.body.ttl).toBe(600);
  expect(smsgate.calls.every(({ authorized }) => authorized)).toBe(true);
});

test('a new database does not take the texts of an older one for its own', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  await app.sms.send(HELLO);
  await app.sms.send({ ...HELLO, createdAt: HELLO.createdAt + 1 });
  expect(smsgate.sent).toHaveLength(2);
});

test('a text that the phone could not send is not taken for sent', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  await app.sms.send(HELLO);
  Object.assign(smsgate.sent[0]!, { state: 'Failed', error: 'Send result: RESULT_ERROR_RADIO_OFF (Failed)' });
  expect(await failureOf(app.sms.send(HELLO))).toMatchObject({ retry: false, code: 2 });
  expect(app.sms.errors[2]?.reason).toContain('flight mode');
});

test('codes are sent before other texts, and all texts go out by our SIM', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp({ ...smsgate.environment, SMSGATE_SIM: '2' });
  await app.sms.send({ ...HELLO, urgent: true });
  expect(smsgate.sent).toMatchObject([{ priority: 100, simNumber: 2 }]);
});

test('each failure of SMSGate becomes its own SendError', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  const outcome = async () => {
    const { retry, uncertain, code } = (await failureOf(app.sms.send(HELLO))) as SendError;
    return { retry, uncertain, code };
  };
  smsgate.failNext(TOO_MANY);
  expect(await outcome()).toEqual({ retry: true, uncertain: false, code: 429 });
  smsgate.failNext(SERVER_ERROR);
  expect(await outcome()).toEqual({ retry: true, uncertain: true, code: 500 });
  smsgate.failNext({ status: 400, code: 0, message: 'failed to parse phone' });
  expect(await outcome()).toEqual({ retry: false, uncertain: false, code: 400 });
  smsgate.failNext({ status: 400, code: 0, message: 'No devices registered' });
  expect(await outcome()).toEqual({ retry: true, uncertain: false, code: 400 });
  await smsgate[Symbol.asyncDispose]();
  expect(await outcome()).toEqual({ retry: true, uncertain: false, code: null });
});

test('a wrong password is refused, and doctor says which setting is wrong', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp({ ...smsgate.environment, SMSGATE_PASSWORD: 'wrong' });
  const error = await failureOf(app.sms.send(HELLO));
  expect(error).toBeInstanceOf(SendError);
  expect(error).toMatchObject({ retry: false, code: 401 });
  expect(await app.sms.examine()).toMatchObject([
    { state: 'bad', advice: 'SMSGate refuses the password: check SMSGATE_USER and SMSGATE_PASSWORD.' },
  ]);
});

test('a server of SMSGate gets the password once for a token of an hour, and then the token', async () => {
  await using smsgate = await startSmsGate({ mode: 'server' });
  await using app = testApp(smsgate.environment);
  const paths = () => smsgate.calls.splice(0).map(({ method, path }) => `${method} ${path}`);
  await app.sms.send(HELLO);
  await app.sms.findSent(HELLO, MINUTE);
  expect(paths()).toEqual(['POST /auth/token', 'POST /messages', `GET /messages/${smsgate.sent[0]!.id}`]);
  expect(smsgate.issued[0]!.scopes).not.toContain('all:any');
  app.clock.advance(56 * MINUTE);
  await app.sms.findSent(HELLO, MINUTE);
  expect(paths()[0]).toBe('POST /auth/token');
  smsgate.issued.splice(0); // makes the stand-in refuse the token, so that the password is used again
  await app.sms.findSent(HELLO, MINUTE);
  expect(smsgate.calls.at(-1)?.authorized).toBe(true);
});

test('a server of SMSGate without tokens gets the password, or a token set in its place', async () => {
  await using smsgate = await startSmsGate({ mode: 'server', tokens: false });
  {
    await using app = testApp(smsgate.environment);
    await app.sms.send(HELLO);
    await app.sms.findSent(HELLO, MINUTE);
    expect(smsgate.calls.map(({ path }) => path).filter((path) => path === '/auth/token')).toHaveLength(1);
  }
  await using other = await startSmsGate({ mode: 'server' });
  const { SMSGATE_USER: _, ...environment } = other.environment;
  const answer = await fetch(`${other.url}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${other.user}:${other.password}`)}` },
    body: JSON.stringify({ scopes: ['messages:send'] }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await using app = testApp({ ...environment, SMSGATE_PASSWORD: token });
  await app.sms.send(HELLO);
  expect(other.sentTo(bob.phone)).toEqual(['Hello']);
});

test('states are read from the list of SMSGate, page by page', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  for (let id = 1; id <= 120; id++) await app.sms.send({ ...HELLO, id });
  smsgate.sent[3]!.state = 'Delivered';
  Object.assign(smsgate.sent[110]!, { state: 'Failed', error: 'TTL expired' });
  smsgate.sent[111]!.id = 'somebody-elses';
  smsgate.sent[111]!.state = 'Sent';
  expect(await app.sms.listReports(MINUTE)).toEqual([
    {
      sid: smsgate.sent[110]!.id,
      to: null,
      state: 'failed',
      errorCode: 300,
      reason: 'TTL expired',
      price: null,
    },
    { sid: smsgate.sent[3]!.id, to: null, state: 'delivered', errorCode: null, price: null },
  ]);
  smsgate.failNext({ status: 501, code: 0, message: 'Not Implemented' });
  expect(await app.sms.listReports(MINUTE)).toEqual([]);
});

test('the cloud needs only its host in the address', async () => {
  await using app = testApp({
    SMSGATE_URL: 'https://api.sms-gate.app/',
    SMSGATE_PASSWORD: 'x',
    SMSGATE_SIGNING_KEY: 'secret-key',
    PHONE_NUMBER: '+12025550100',
  });
  expect(app.config.line).toMatchObject({ url: 'https://api.sms-gate.app/3rdparty/v1', local: false });
  expect(app.config.broadcastPace).toBeCloseTo(1 / 6);
});

test('only a file of the inbox is fetched from the phone, and its faults are told apart', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  const fetched = (url: string) => app.sms.fetchMedia(url).catch((error) => error as FetchError);
  expect(await fetched('https://elsewhere.example/x')).toMatchObject({ retry: false });
  const own = `${FILE_OF_INBOX}/inbox/1/attachments/1`;
  smsgate.failNext({ status: 404, code: 0, message: 'gone' });
  expect(await fetched(own)).toMatchObject({ retry: false });
  smsgate.failNext(SERVER_ERROR);
  expect(await fetched(own)).toMatchObject({ retry: true });
  await smsgate[Symbol.asyncDispose]();
  expect(await fetched(own)).toMatchObject({ retry: true });
});

test('an answer without the health of the phone is an error', async () => {
  const call = async () => ({ status: 200, data: null });
  await expect(readHealth(call as never)).rejects.toThrow('without its health');
});
