import { expect } from 'bun:test';
import type { Finding } from '../../src/contract/health';
import { gatewayOf as newGateway } from '../support/gateways';
import { startTelnyx, type Telnyx } from '../support/telnyx';
import { testIn } from '../support/test-in';

const PUBLIC_URL = 'http://localhost:3000'; // an address that the command `doctor` does not call
const HOOK = `${PUBLIC_URL}/api/webhooks/telnyx`;

const gatewayOf = (telnyx: Telnyx, overrides: Record<string, string> = {}) =>
  newGateway({ ...telnyx.environment, ...overrides }, { publicUrl: PUBLIC_URL });

const testTelnyx = testIn(startTelnyx);

const faults = (findings: Finding[]) =>
  findings
    .filter(({ name, state }) => state !== 'good' && name !== 'Public address')
    .map(({ advice }) => advice);

testTelnyx('a number whose profile delivers to this server has no fault', async (telnyx) => {
  telnyx.portal.profiles[0]!.webhook_url = HOOK;
  const findings = await gatewayOf(telnyx).examine();
  expect(findings.map(({ name }) => name)).toEqual([
    ...['Telnyx account', 'Public key', 'Number', 'Messaging profile', 'Webhook', 'Public address'],
  ]);
  expect(faults(findings)).toEqual([]);
  expect(telnyx.calls.every(({ method }) => method === 'GET')).toBe(true);
});

testTelnyx('the doctor says what is wrong at Telnyx, and changes nothing', async (telnyx) => {
  const gateway = gatewayOf(telnyx);
  const [profile] = telnyx.portal.profiles;
  expect(faults(await gateway.examine())).toEqual([
    expect.stringContaining(`Set the webhook of "Ours" to ${HOOK}`),
  ]);
  Object.assign(profile!, { webhook_url: 'https://old.example/x', enabled: false, webhook_api_version: '1' });
  expect(faults(await gateway.examine())).toEqual([
    expect.stringContaining('"Ours" is disabled'),
    expect.stringContaining('it is https://old.example/x'),
  ]);
  profile!.webhook_url = HOOK;
  expect(faults(await gateway.examine())).toContainEqual(
    expect.stringContaining('API version of "Ours" to 2'),
  );
  telnyx.portal.credit = '-0.10';
  telnyx.portal.numbers[0]!.profile = null;
  expect(faults(await gateway.examine())).toEqual([
    expect.stringContaining('no credit left'),
    expect.stringContaining('has no messaging profile'),
  ]);
  telnyx.portal.numbers[0]!.status = 'port-pending';
  expect(faults(await gateway.examine())).toContainEqual(
    expect.stringContaining('is port-pending at Telnyx'),
  );
  telnyx.portal.numbers.length = 0;
  expect(faults(await gateway.examine())).toContainEqual(expect.stringContaining('check TELNYX_FROM'));
  expect(telnyx.calls.every(({ method }) => method === 'GET')).toBe(true);
});

testTelnyx('a wrong key and a wrong public key are named', async (telnyx) => {
  const wrong = await gatewayOf(telnyx, { TELNYX_API_KEY: 'wrong' }).examine();
  expect(faults(wrong)).toEqual(['Telnyx refuses the key: check TELNYX_API_KEY.']);
  const other = Buffer.alloc(32, 1).toString('base64');
  const [key] = faults(await gatewayOf(telnyx, { TELNYX_PUBLIC_KEY: other }).examine());
  expect(key).toContain(`Set it to ${telnyx.publicKey}`);
  const gone = await gatewayOf(telnyx, { TELNYX_API_URL: 'http://127.0.0.1:1' }).examine();
  expect(faults(gone)).toEqual([expect.stringContaining('Telnyx did not answer')]);
});

testTelnyx('doctor --fix sets the webhook of the profile', async (telnyx) => {
  const [profile] = telnyx.portal.profiles;
  Object.assign(profile!, { webhook_url: 'https://old.example/x', enabled: false, webhook_api_version: '1' });
  expect(faults(await gatewayOf(telnyx).repair!())).toEqual([]);
  expect(profile).toMatchObject({ webhook_url: HOOK, enabled: true, webhook_api_version: '2' });
  telnyx.calls.length = 0;
  expect(faults(await gatewayOf(telnyx).repair!())).toEqual([]);
  expect(telnyx.calls.every(({ method }) => method === 'GET')).toBe(true); // nothing was left to repair
});

testTelnyx('doctor --fix gives a number without a profile one of this server', async (telnyx) => {
  telnyx.portal.profiles.length = 0;
  telnyx.portal.numbers[0]!.profile = null;
  expect(faults(await gatewayOf(telnyx).repair!())).toEqual([]);
  expect(telnyx.portal.profiles).toMatchObject([{ name: 'localhost:3000', webhook_url: HOOK }]);
  expect(telnyx.portal.numbers).toMatchObject([{ profile: telnyx.portal.profiles[0]!.id }]);
  expect(faults(await gatewayOf(telnyx).examine())).toEqual([]);
});
