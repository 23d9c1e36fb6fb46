import { expect, test } from 'bun:test';
import { readConfig } from '../../src/app/config/config';
import { bob, cho } from '../support/cast';
import { gatewayOf } from '../support/gateways';
import { startSignalwire } from '../support/signalwire';
import { textOut } from '../support/texts';
import type { Twilio } from '../support/twilio';

const PUBLIC_URL = 'http://localhost:3000'; // an address that the command `doctor` does not call
const HOUR_MS = 3_600_000;

const PROJECT = '40385f64-5717-4562-b3fc-2c963f66afa6';
const SETTINGS = {
  SIGNALWIRE_PROJECT_ID: PROJECT,
  SIGNALWIRE_TOKEN: 'PT123',
  SIGNALWIRE_SIGNING_KEY: '12345',
  SIGNALWIRE_FROM: '+18005551212',
};

test('the space can be set as a name, a host or an address', () => {
  const apiUrl = (SIGNALWIRE_SPACE: string) => readConfig({ ...SETTINGS, SIGNALWIRE_SPACE }).line;
  for (const space of ['Example', 'example.signalwire.com', 'https://example.signalwire.com/dashboard'])
    expect(apiUrl(space)).toMatchObject({ apiUrl: 'https://example.signalwire.com', anyStore: false });
  expect(apiUrl('http://127.0.0.1:9')).toMatchObject({ apiUrl: 'http://127.0.0.1:9', anyStore: true });
  for (const space of ['two words', 'ftp://example.signalwire.com', 'https://'])
    expect(() => apiUrl(space)).toThrow('SIGNALWIRE_SPACE must be the name of a space');
});

// The parameters from the tests in SignalWire's package for Node. Below are the signatures that those tests
// expect.
const SIGNED = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
};
const SIGNATURES: [of: string, publicUrl: string, signature: string][] = [
  ['https', 'https://mycompany.com', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
  ['https, signed with port 443', 'https://mycompany.com', 'kvajT1Ptam85bY51eRf/AJRuM3w='],
  ['https on another port', 'https://mycompany.com:1234', 'RSOYDt4T1cUTdK1PDd93/VVr8B8='],
  ['http on another port', 'http://mycompany.com:1234', 'Zmvh+3yNM1Phv2jhDCwEM3q5ebU='],
  ['http, signed with port 80', 'http://mycompany.com', '0ZXoZLH/DfblKGATFgpif+LLRf4='],
];

test.each(SIGNATURES)('the published signature of %s is accepted', (_, publicUrl, signature) => {
  const { webhooks } = gatewayOf({ ...SETTINGS, SIGNALWIRE_SPACE: 'example' }, { publicUrl });
  const read = (name: string, value: string, form: Record<string, string> = SIGNED) =>
    webhooks[1]!.read({
      url: `${publicUrl}/myapp.php?foo=1&bar=2`,
      headers: new Headers({ [name]: value }),
      body: new URLSearchParams(form).toString(),
    });
  const refusal = { refused: 'The signature is missing or wrong.' };
  expect(read('x-signalwire-signature', signature)).toEqual({ reports: [] });
  expect(read('x-twilio-signature', signature)).toEqual({ reports: [] });
  expect(read('x-signalwire-signature', signature, { ...SIGNED, Digits: '1235' })).toEqual(refusal);
  expect(read('x-other', signature)).toEqual(refusal);
});

test('a token is not the key of signatures', async () => {
  await using signalwire = await startSignalwire();
  const [texts] = gatewayOf(signalwire.environment).webhooks;
  const form = signalwire.parametersOf(signalwire.receive(bob.phone, 'Milk'));
  const url = PUBLIC_URL + texts!.path;
  const read = (key: string) =>
    texts!.read({
      url,
      headers: new Headers({ 'x-signalwire-signature': signalwire.sign(url, form, key) }),
      body: new URLSearchParams(form).toString(),
    });
  expect(read(signalwire.signingKey)).toMatchObject({ texts: [{ from: bob.phone, body: 'Milk' }] });
  expect(read(signalwire.authToken)).toHaveProperty('refused');
});

test('every value of a name that occurs twice is signed', async () => {
  await using signalwire = await startSignalwire();
  const [texts] = gatewayOf(signalwire.environment).webhooks;
  const form = signalwire.parametersOf(signalwire.receive(bob.phone, 'Milk'));
  const url = PUBLIC_URL + texts!.path;
  const signature = signalwire.sign(url, { ...form, Extra: ['1', '2'] });
  const read = (extra: string) =>
    texts!.read({
      url,
      headers: new Headers({ 'x-signalwire-signature': signature }),
      body: `${new URLSearchParams(form)}&Extra=1${extra}`,
    });
  expect(read('&Extra=2')).toHaveProperty('texts');
  expect(read('&Extra=3')).toHaveProperty('refused');
});

test('texts are sent, found and listed under the path of SignalWire', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z');
  await using signalwire = await startSignalwire({ now: () => now });
  const gateway = gatewayOf(signalwire.environment, { now: () => now });
  const photo = { type: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  signalwire.receive(cho.phone, 'Hours ago');
  now += 3 * HOUR_MS;
  for (let n = 0; n < 1001; n++) signalwire.receive(bob.phone, `Text ${n}`); // more than one page
  signalwire.receive(bob.phone, 'Look', [photo]);
  const { sid } = await gateway.send(textOut(bob.phone, 'Hello', { id: 7 }));
  expect(signalwire.texts.at(-1)).toMatchObject({
    sid,
    statusCallback: `${PUBLIC_URL}/api/webhooks/signalwire/status?text=7`,
  });
  expect(await gateway.findSent(textOut(bob.phone, 'Hello'), HOUR_MS)).toEqual([sid]);
  const received = await gateway.listReceived(now - HOUR_MS, () => false);
  expect(received.map(({ body }) => body)).toEqual([
    ...Array.from({ length: 1001 }, (_, n) => `Text ${n}`),
    'Look',
  ]);
  const [file] = received.at(-1)!.media as { url: string }[];
  expect(await gateway.fetchMedia(file!.url)).toEqual(photo);
  expect(signalwire.leaks).toBeEmpty();
  const root = `/api/laml/2010-04-01/Accounts/${signalwire.accountSid}/Messages`;
  for (const { path } of signalwire.calls) expect(path).toStartWith(root);
});

test('a price is a negative amount, and an error code a number', async () => {
  await using signalwire = await startSignalwire();
  const gateway = gatewayOf(signalwire.environment);
  for (const id of [1, 2]) await gateway.send(textOut(bob.phone, 'Hello', { id }));
  const [delivered, failed] = signalwire.texts;
  delivered!.status = 'delivered';
  Object.assign(failed!, { status: 'undelivered', errorCode: 30003 });
  const reports = await gateway.listReports(HOUR_MS);
  expect(reports.find(({ sid }) => sid === delivered!.sid)).toMatchObject({ price: '-0.005 USD' });
  expect(reports.find(({ sid }) => sid === failed!.sid)).toMatchObject({ state: 'failed', errorCode: 30003 });
  signalwire.stopped.add(cho.phone);
  const refused = await gateway.send(textOut(cho.phone, 'Hello')).catch((error) => error);
  expect(gateway.errors[refused.code]).toMatchObject({ recipient: 'opted out' });
});

test('doctor says how to mend a fault, and --fix sets the webhook', async () => {
  await using signalwire = await startSignalwire();
  const [number] = signalwire.console.numbers as [Twilio['console']['numbers'][number]];
  const wrong = async (env: Record<string, string> = {}, check: 'examine' | 'repair' = 'examine') => {
    const gateway = gatewayOf({ ...signalwire.environment, ...env });
    const findings = await gateway[check]!();
    return findings.filter(({ name, state }) => state !== 'good' && name !== 'Public address');
  };
  const webhook = `${PUBLIC_URL}/api/webhooks/signalwire/sms`;
  expect(await wrong()).toMatchObject([
    { advice: expect.stringContaining(`Set "When a Message Comes In" of +12025550100 to ${webhook}.`) },
  ]);
  expect(await wrong({}, 'repair')).toEqual([]);
  expect(number).toMatchObject({ smsUrl: webhook, smsMethod: 'POST', smsApplicationSid: '' });
  expect(await wrong({ SIGNALWIRE_TOKEN: 'guess' })).toMatchObject([
    {
      name: 'SignalWire account',
      advice: 'SignalWire refuses the password: check SIGNALWIRE_PROJECT_ID and SIGNALWIRE_TOKEN.',
    },
  ]);
  number.phoneNumber = '+12025550199';
  expect(await wrong()).toMatchObject([{ advice: expect.stringContaining('check SIGNALWIRE_FROM') }]);
});
