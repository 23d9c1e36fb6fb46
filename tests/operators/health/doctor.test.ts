import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import { examine } from '../../../src/operators/health/health';
import { enqueue } from '../../../src/outbox/outbox';
import { fetchMissedReports } from '../../../src/outbox/reports';
import { textingState } from '../../../src/texting/health';
import { testApp } from '../../support/app';
import { ann, bob, cho } from '../../support/cast';
import { DAY, HOUR } from '../../support/clock';
import { tagline } from '../../support/command';
import { gatewayOf } from '../../support/gateways';
import { ensureUser } from '../../support/people';
import { testServer, until } from '../../support/server';
import { startTwilio, type Twilio } from '../../support/twilio';
import { testTwilio } from '../../support/twilio-server';

const WEBHOOK = 'http://localhost:3000/api/webhooks/twilio/sms'; // an address that doctor does not call

async function examineAt(twilio: Twilio, env: Record<string, string> = {}, { fix = false } = {}) {
  const gateway = gatewayOf({ ...twilio.environment, ...env });
  const findings = await (fix ? gateway.repair!() : gateway.examine());
  return findings
    .filter(({ name }) => name !== 'Public address')
    .map(({ state, advice }) => `${state === 'good' ? 'ok' : 'wrong'}: ${advice}`);
}

const ofService = { TWILIO_FROM: `MG${'1'.repeat(32)}`, PHONE_NUMBER: '+12025550100' };
const newService = () => ({
  sid: ofService.TWILIO_FROM,
  inboundRequestUrl: null as string | null,
  inboundMethod: 'GET',
  useInboundWebhookOnNumber: false,
  numbers: [ofService.PHONE_NUMBER],
});

test('an account without faults passes all checks', async () => {
  await using twilio = await startTwilio();
  twilio.console.numbers[0]!.smsUrl = WEBHOOK;
  expect(await examineAt(twilio)).toEqual([
    'ok: The Twilio account is active.',
    'ok: +12025550100 is a number of this account and can text.',
    `ok: Twilio delivers texts to ${WEBHOOK}.`,
  ]);
});

test('doctor says how to mend a fault of the account or the number', async () => {
  await using twilio = await startTwilio();
  const [number] = twilio.console.numbers as [Twilio['console']['numbers'][number]];
  const wrong = async (env?: Record<string, string>) =>
    (await examineAt(twilio, env)).filter((finding) => finding.startsWith('wrong'));
  expect(await wrong()).toEqual([
    `wrong: Set "A message comes in" of +12025550100 to ${WEBHOOK}. tagline doctor --fix does it.`,
  ]);
  number.smsUrl = 'https://demo.twilio.com/welcome/sms/reply';
  expect(await wrong()).toEqual([
    `wrong: Set "A message comes in" of +12025550100 to ${WEBHOOK}; it is https://demo.twilio.com/welcome/sms/reply. tagline doctor --fix does it.`,
  ]);
  Object.assign(number, { smsUrl: WEBHOOK, smsMethod: 'GET' });
  expect((await wrong())[0]).toContain('to POST; it is GET');
  Object.assign(number, { smsMethod: 'POST', smsApplicationSid: 'AP1' });
  expect((await wrong())[0]).toContain('hands its texts to an application');
  Object.assign(number, { smsApplicationSid: null, sms: false });
  expect((await wrong())[0]).toContain('cannot text');
  number.phoneNumber = '+12025550199';
  expect((await wrong())[0]).toContain('is not a number of this Twilio account');
  twilio.console.type = 'Trial';
  expect((await wrong())[0]).toContain('trial account');
  twilio.console.status = 'suspended';
  expect(await wrong()).toEqual([
    'wrong: The Twilio account is suspended: open the Twilio console to see why.',
  ]);
  expect(await wrong({ TWILIO_AUTH_TOKEN: 'guess' })).toEqual([
    'wrong: Twilio refuses the password: check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
  ]);
});

test('a messaging service is checked too', async () => {
  await using twilio = await startTwilio();
  const service = { ...newService(), inboundRequestUrl: WEBHOOK, inboundMethod: 'POST' };
  twilio.console.service = service;
  expect((await examineAt(twilio, ofService)).slice(1)).toEqual([
    'ok: +12025550100 is in the messaging service.',
    `ok: Twilio delivers texts to ${WEBHOOK}.`,
  ]);
  service.inboundRequestUrl = 'https://elsewhere.example/';
  expect((await examineAt(twilio, ofService)).at(-1)).toContain('"Send a webhook" of the messaging service');
  service.useInboundWebhookOnNumber = true;
  twilio.console.numbers[0]!.smsUrl = WEBHOOK;
  expect((await examineAt(twilio, ofService)).at(-1)).toBe(`ok: Twilio delivers texts to ${WEBHOOK}.`);
  service.numbers = [];
  expect((await examineAt(twilio, ofService)).at(-1)).toContain('add it to its sender pool');
});

test('doctor --fix sets the webhook of the number, or of the messaging service', async () => {
  await using twilio = await startTwilio();
  const [number] = twilio.console.numbers;
  Object.assign(number!, { smsUrl: 'https://old.example/', smsMethod: 'GET', smsApplicationSid: 'AP1' });
  const delivered = `ok: Twilio delivers texts to ${WEBHOOK}.`;
  expect((await examineAt(twilio, {}, { fix: true })).at(-1)).toBe(delivered);
  expect(number).toMatchObject({ smsUrl: WEBHOOK, smsMethod: 'POST', smsApplicationSid: '' });

  const service = newService();
  twilio.console.service = service;
  expect((await examineAt(twilio, ofService, { fix: true })).at(-1)).toBe(delivered);
  expect(service as object).toMatchObject({ inboundRequestUrl: WEBHOOK, inboundMethod: 'POST' });
});

test('an unreachable address and a Twilio that fails are reported', async () => {
  await using twilio = await startTwilio();
  await using app = testApp(twilio.environment);
  twilio.failAlways({ status: 503, code: 20503, message: 'Service Unavailable' });
  const wrong = (await examine(app)).filter(({ state }) => state === 'bad').map(({ advice }) => advice);
  expect(wrong).toHaveLength(2);
  expect(wrong[0]).toBe('Twilio answered with an error (20503): Service Unavailable');
  expect(wrong[1]).toContain('is an address that only this machine knows');
});

test('an operator who cannot be sent a code is reported', async () => {
  await using twilio = await startTwilio();
  const wrong = async (env: Record<string, string>) => {
    await using app = testApp({ ...twilio.environment, ADMIN_PHONES: `${ann.phone},+4915112345678`, ...env });
    const findings = await examine(app);
    return findings.filter(({ name }) => name === 'Operators');
  };
  expect(await wrong({})).toEqual([
    {
      name: 'Operators',
      state: 'bad',
      value: '',
      at: null,
      advice:
        'No code can be sent to +4915112345678 of ADMIN_PHONES: set DEFAULT_COUNTRY to its country, or add the country to ALLOWED_COUNTRIES.',
    },
  ]);
  expect(await wrong({ ALLOWED_COUNTRIES: 'US,DE' })).toEqual([]);
});

test('tagline doctor prints the checks and fails if one of them does', async () => {
  await using app = testApp();
  const passing = await tagline(['doctor'], { DATA_DIR: app.config.dataDir });
  expect(passing).toMatchObject({ exitCode: 0 });
  expect(passing.stdout.split('\n')[0]).toBe(
    'ok    Gateway: Texts go to the phone simulator: no account is needed, and nothing is sent.',
  );
  await using twilio = await startTwilio();
  const broken = await tagline(['doctor', '--json'], {
    ...twilio.environment,
    DATA_DIR: app.config.dataDir,
  });
  expect(broken.exitCode).toBe(1);
  expect(JSON.parse(broken.stdout).findings).toContainEqual(
    expect.objectContaining({ name: 'Last text in', value: 'None yet' }),
  );
});

test('the operator sees texts in and out, waiting and failed ones, and costs', async () => {
  await using twilio = await startTwilio();
  await using server = await testServer({ twilio, env: { ADMIN_PHONES: ann.phone } });
  const { app } = server;
  ensureUser(app, cho);
  await twilio.text(server, bob.phone, 'Milk'); // Bob gets a welcome text
  const sid = await until(() => app.db.select().from(outbox).get()?.sid);
  await twilio.report(server, sid, 'delivered');
  twilio.failNext({ status: 400, code: 21211, message: 'Invalid number' });
  enqueue(app, { to: cho.phone, body: 'Hello', kind: 'membership' });
  await until(() => app.db.select().from(outbox).where(eq(outbox.state, 'failed')).get());
  await fetchMissedReports(app);
  const { status, body } = await server.as(ann).get<ReturnType<typeof textingState>>('/api/admin/texting');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    gateway: 'twilio',
    waiting: 0,
    failedToday: 1,
    failures: [
      {
        phoneNumber: '+1 ••• ••• 0133',
        kind: 'membership',
        code: 21211,
        reason: 'This is not a phone number.',
      },
    ],
    spentToday: [{ currency: 'USD', amount: 0.0079 }],
    unpricedToday: 1, // the text with the operator's sign-in code
    sentToday: 2,
  });
  expect(Date.parse(body.lastTextIn ?? '')).toBeGreaterThan(app.now() - HOUR);
  expect((await server.as(bob).get('/api/admin/texting')).status).toBe(403);
  app.clock.advance(DAY);
  expect(textingState(app)).toMatchObject({ sentToday: 0, failedToday: 0, spentToday: [] });
});

testTwilio('the operator learns why texts wait', async ({ twilio, server }) => {
  twilio.failAlways({ status: 503, code: 20503, message: 'Service Unavailable' });
  ensureUser(server.app, cho);
  enqueue(server.app, { to: cho.phone, body: 'Hello', kind: 'membership' });
  await until(() => server.app.db.select().from(outbox).get()?.error);
  expect(await examine(server.app)).toContainEqual(
    expect.objectContaining({
      name: 'Waiting to be sent',
      value: '1 text',
      advice: expect.stringContaining('The last try: Service Unavailable'),
    }),
  );
});
