import { expect, test } from 'bun:test';
import type { App } from '../../../src/app/app';
import { testApp } from '../../support/app';
import { tagline } from '../../support/command';
import { type SmsGate, startSmsGate } from '../../support/smsgate';

const WEBHOOK = 'https://notes.localhost/api/webhooks/smsgate';
const PUBLIC = { PUBLIC_URL: 'https://notes.localhost' };

const wrong = async ({ sms }: App) =>
  (await sms.examine()).flatMap(({ name, state, advice }) =>
    state === 'good' ? [] : [`${name}: ${advice}`],
  );
const wrongAt = async (app: App) =>
  (await wrong(app)).filter((finding) => !/^(RCS chats|Public address)/.test(finding));

test.each(['local', 'server'] as const)('a phone is examined and set up (%s)', async (mode) => {
  await using smsgate = await startSmsGate({ mode });
  await using app = testApp({ ...smsgate.environment, ...PUBLIC, SMSGATE_SIGNING_KEY: 'a key of our own' });
  expect((await wrongAt(app))[0]).toStartWith(
    'Webhooks: SMSGate does not deliver sms:received, mms:downloaded, sms:sent, sms:delivered, sms:failed, system:ping to',
  );
  await app.sms.repair?.();
  expect(await wrongAt(app)).toEqual([]);
  expect(smsgate.hooks.map(({ event, url }) => `${event} ${url}`)).toContain(`sms:received ${WEBHOOK}`);
  expect(smsgate.hooks).toHaveLength(6);
  expect(smsgate.phone.settings.ping).toEqual({ interval_seconds: 120 });
  // the key can be set only on the phone itself, not through a server
  expect(smsgate.phone.signingKey === 'a key of our own').toBe(mode === 'local');
  const posts = () =>
    smsgate.calls.filter(({ method, path }) => `${method} ${path}` === 'POST /webhooks').length;
  const before = posts();
  await app.sms.repair?.();
  expect(posts()).toBe(before);
});

test('our old and doubled webhooks are removed, and those of others stay', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp({ ...smsgate.environment, ...PUBLIC });
  const hook = (id: string, url: string) => ({ id, url, event: 'sms:received', deviceId: null });
  smsgate.hooks.push(
    hook('tagline-sms-received', 'https://old.example/api/webhooks/smsgate'),
    hook('by-hand', WEBHOOK),
    hook('other', 'https://other.example/hook'),
  );
  await app.sms.repair?.();
  const received = smsgate.hooks.filter(({ event }) => event === 'sms:received');
  expect(received.map(({ id, url }) => [id, url])).toEqual([
    ['tagline-sms-received', WEBHOOK],
    ['other', 'https://other.example/hook'],
  ]);
});

test('doctor names what is wrong with the phone, its SIM and its battery', async () => {
  await using smsgate = await startSmsGate();
  const { phone } = smsgate;
  const findings = async (env: Record<string, string> = {}) => {
    await using app = testApp({ ...smsgate.environment, ...PUBLIC, ...env });
    await app.sms.repair?.();
    return (await wrongAt(app)).join();
  };
  expect(await findings({ PHONE_NUMBER: '+12025550199' })).toContain('+12025550100, but PHONE_NUMBER is');
  expect(await findings({ SMSGATE_SIM: '2' })).toBe('SIM: The phone has no SIM 2: correct SMSGATE_SIM.');
  phone.simCards.push({ ...phone.simCards[0]!, simNumber: 2, slotIndex: 1 });
  expect(await findings()).toContain('Set SMSGATE_SIM, or private texts to the others are taken in too.');
  expect(await findings({ SMSGATE_SIM: '1' })).toBe('');
  Object.assign(phone, { battery: 12, charging: false });
  expect(await findings({ SMSGATE_SIM: '1' })).toStartWith('Battery: Plug the phone in');
});

test('doctor reports a cloud account with two phones, and a phone that is idle', async () => {
  await using smsgate = await startSmsGate({ mode: 'server' });
  await using app = testApp({ ...smsgate.environment, ...PUBLIC });
  expect((await wrongAt(app)).join()).toContain('An idle phone asks for texts only every 15 minutes');
  smsgate.phone.others.push({ id: 'second', name: 'An old phone' });
  expect((await wrongAt(app)).join()).toContain('SMSGate would send each text from any of these phones.');
});

test('doctor says what to do on a phone that does not answer, and warns of RCS', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  expect((await wrong(app)).join()).toContain('RCS chats: SMSGate sees only SMS and MMS.');
  smsgate.phone.on = false;
  const [finding] = await app.sms.examine();
  expect(finding?.advice).toContain('open SMSGate, switch on "Local Server"');
});

test('tagline doctor --fix sets the phone up and says what is left to do', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp();
  const env = { ...smsgate.environment, DATA_DIR: app.config.dataDir, PORT: '3000' };
  const before = await tagline(['doctor'], env);
  expect(before.exitCode).toBe(1);
  expect(before.stdout).toContain('Run tagline doctor --fix');
  const fixed = await tagline(['doctor', '--fix'], env);
  expect(fixed.stdout).toContain(
    'SMSGate delivers texts and reports to http://127.0.0.1:3000/api/webhooks/smsgate.',
  );
  expect(smsgate.hooks).toHaveLength(6);
  expect(fixed.stdout + fixed.stderr).not.toContain(smsgate.password);
});

test('an address that the phone may not call is named, and nothing is registered', async () => {
  await using smsgate = await startSmsGate({ mode: 'server' });
  await using app = testApp({ ...smsgate.environment, PUBLIC_URL: 'http://192.168.1.10:3000' });
  const findings = await app.sms.repair?.();
  expect(findings).toContainEqual(
    expect.objectContaining({
      name: 'Webhooks',
      state: 'bad',
      advice: expect.stringContaining('SMSGate calls only https, and http on a USB cable'),
    }),
  );
  expect(smsgate.hooks).toBeEmpty();
});

test('the set-up of a phone that is away fails with two findings and no error', async () => {
  await using smsgate = await startSmsGate();
  await using app = testApp(smsgate.environment);
  smsgate.phone.on = false;
  expect(await app.sms.repair?.()).toMatchObject([
    { name: 'SMSGate', state: 'bad' },
    { name: 'Setting up', state: 'bad' },
  ]);
});

test('a phone on a cable gets a webhook on the cable, others the public address', async () => {
  const at = async (smsgate: SmsGate, env: Record<string, string>) => {
    await using app = testApp({ ...smsgate.environment, ...env });
    return app.sms.webhook();
  };
  await using phone = await startSmsGate();
  expect(await at(phone, { PUBLIC_URL: 'http://192.168.1.10:3000' })).toBe(
    'http://127.0.0.1:3000/api/webhooks/smsgate',
  );
  expect(await at(phone, PUBLIC)).toBe(WEBHOOK);
  await using cloud = await startSmsGate({ mode: 'server' });
  expect(await at(cloud, { PUBLIC_URL: 'http://192.168.1.10:3000' })).toBe(
    'http://192.168.1.10:3000/api/webhooks/smsgate',
  );
});
