import { expect, test } from 'bun:test';
import { symlinkSync } from 'node:fs';
import { readConfig, requireReadable } from '../../src/app/config/config';
import { ConfigError } from '../../src/app/errors';
import { tempFolder } from '../support/folder';

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+1 202 555 0100',
};
const TELNYX = {
  TELNYX_API_KEY: 'KEY1',
  TELNYX_PUBLIC_KEY: Buffer.alloc(32, 1).toString('base64'),
  TELNYX_FROM: '+1 202 555 0100',
};
const SIGNALWIRE = {
  SIGNALWIRE_SPACE: 'example',
  SIGNALWIRE_PROJECT_ID: '40385f64-5717-4562-b3fc-2c963f66afa6',
  SIGNALWIRE_TOKEN: 'PT1',
  SIGNALWIRE_SIGNING_KEY: 'PSK1',
  SIGNALWIRE_FROM: '+1 202 555 0100',
};

test('without variables the simulator is served on loopback', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: './data',
    productName: 'Tagline',
    allowedCountries: 'all',
    adminPhones: ['+12025550111'],
    line: { kind: 'simulator' },
  });
});

test('with a Twilio account the gateway is Twilio, without operators', () => {
  expect(readConfig(TWILIO)).toMatchObject({
    host: '0.0.0.0',
    phoneNumber: '+12025550100',
    allowedCountries: ['US'],
    adminPhones: [],
    line: { kind: 'twilio', from: '+12025550100' },
  });
});

test('the settings of one line are enough to choose it, and they tell its number', () => {
  expect(readConfig(TELNYX)).toMatchObject({ phoneNumber: '+12025550100', line: { kind: 'telnyx' } });
  expect(readConfig(SIGNALWIRE)).toMatchObject({ phoneNumber: '+12025550100', line: { kind: 'signalwire' } });
});

test('an empty or blank variable counts as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '', TWILIO_ACCOUNT_SID: '' })).toEqual(readConfig({}));
  expect(readConfig({ DATA_DIR: ' ', PRODUCT_NAME: ' ', BROADCAST_PACE: ' ' })).toEqual(readConfig({}));
});

test('white space around a value is cut', () => {
  expect(readConfig({ PORT: '8080 ', LOG_LEVEL: 'warn\r' })).toMatchObject({ port: 8080, logLevel: 'warn' });
});

test('operators and countries are lists', () => {
  const { adminPhones, allowedCountries } = readConfig({
    ADMIN_PHONES: '(202) 555-0122, +12025550133',
    ALLOWED_COUNTRIES: 'us, ca',
  });
  expect(adminPhones).toEqual(['+12025550122', '+12025550133']);
  expect(allowedCountries).toEqual(['US', 'CA']);
});

const WRONG: [variable: string, env: Record<string, string>][] = [
  ['PORT', { PORT: 'abc' }],
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '-1' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'ftp://notes.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'notes.example' }],
  ['PUBLIC_URL', { ...TWILIO, PUBLIC_URL: 'https://notes.example/tagline' }],
  ['PUBLIC_URL', { ...TWILIO, PUBLIC_URL: 'https://notes.example/?a=1' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://notes.example' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'auth.example', OIDC_CLIENT_ID: 'x' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://auth.example', OIDC_CLIENT_ID: 'x' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'https://auth.example/?a=1', OIDC_CLIENT_ID: 'x' }],
  ['OIDC_ISSUER is', { OIDC_CLIENT_ID: 'x' }],
  ['OIDC_CLIENT_ID is', { OIDC_ISSUER: 'https://auth.example' }],
  ['OIDC_OPERATORS', { OIDC_ISSUER: 'https://auth.example', OIDC_CLIENT_ID: 'x', OIDC_OPERATORS: 'admins' }],
  ['PRODUCT_NAME', { PRODUCT_NAME: 'x'.repeat(41) }],
  ['BROADCAST_PACE', { BROADCAST_PACE: '1001' }],
  ['CODES_A_DAY', { CODES_A_DAY: '1000001' }],
  ['SMS_GATEWAY', { SMS_GATEWAY: 'pigeon' }],
  ['TWILIO_ACCOUNT_SID', { SMS_GATEWAY: 'twilio' }],
  ['TWILIO_ACCOUNT_SID', { ...TWILIO, TWILIO_ACCOUNT_SID: 'AC12' }],
  ['TWILIO_ACCOUNT_SID', { ...TWILIO, TWILIO_ACCOUNT_SID: '' }],
  ['TWILIO_AUTH_TOKEN', { ...TWILIO, TWILIO_AUTH_TOKEN: '' }],
  ['TWILIO_FROM', { ...TWILIO, TWILIO_FROM: 'hello' }],
  ['TWILIO_API_URL', { ...TWILIO, TWILIO_API_URL: 'nowhere' }],
  ['TELNYX_PUBLIC_KEY', { ...TELNYX, TELNYX_PUBLIC_KEY: '' }],
  ['TELNYX_PUBLIC_KEY', { ...TELNYX, TELNYX_PUBLIC_KEY: 'not base64' }],
  ['TELNYX_PUBLIC_KEY', { ...TELNYX, TELNYX_PUBLIC_KEY: btoa('short') }],
  ['TELNYX_API_KEY', { SMS_GATEWAY: 'telnyx' }],
  ['TELNYX_FROM', { ...TELNYX, TELNYX_FROM: 'hello' }],
  ['SIGNALWIRE_SPACE', { SMS_GATEWAY: 'signalwire' }],
  ['SIGNALWIRE_SPACE', { ...SIGNALWIRE, SIGNALWIRE_SPACE: 'two words' }],
  ['SIGNALWIRE_PROJECT_ID', { ...SIGNALWIRE, SIGNALWIRE_PROJECT_ID: `AC${'a'.repeat(32)}` }],
  ['SIGNALWIRE_TOKEN', { ...SIGNALWIRE, SIGNALWIRE_TOKEN: '' }],
  ['SIGNALWIRE_SIGNING_KEY', { ...SIGNALWIRE, SIGNALWIRE_SIGNING_KEY: '' }],
  ['SIGNALWIRE_FROM', { ...SIGNALWIRE, SIGNALWIRE_FROM: '' }],
  ['SMS_GATEWAY', { ...TWILIO, ...TELNYX }],
  ['PHONE_NUMBER', { ...TWILIO, TWILIO_FROM: `MG${'b'.repeat(32)}` }],
  ['PHONE_NUMBER', { PHONE_NUMBER: 'call us' }],
  ['DEFAULT_COUNTRY', { DEFAULT_COUNTRY: 'Atlantis' }],
  ['DEFAULT_TIMEZONE', { DEFAULT_TIMEZONE: 'Narnia' }],
  ['ALLOWED_COUNTRIES', { ALLOWED_COUNTRIES: 'US,XX' }],
  ['ADMIN_PHONES', { ADMIN_PHONES: '12' }],
  ['ADMIN_PHONES', { ADMIN_PHONES: '+12025550111, bob' }],
  ['HF_ENDPOINT_URL', { HF_ENDPOINT_URL: 'huggingface' }],
  ['HF_ENDPOINT_URL', { HF_ENDPOINT_URL: 'localhost:8080' }],
  ['TMDB_API_URL', { TMDB_API_URL: 'tmdb' }],
  ['PREVIEW_ALLOW', { PREVIEW_ALLOW: 'wiki,http://nas.lan' }],
  ['PREVIEW_ALLOW', { PREVIEW_ALLOW: '10.0.0.0/99' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'maybe' }],
  ['ANALYTICS_SCRIPT_URL', { ANALYTICS_SCRIPT_URL: 'javascript:alert(1)' }],
  ['EMBEDS', { EMBEDS: 'never' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['SIMULATOR_PORT', { SIMULATOR_PORT: '70000' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '192.0.2.1' }],
];

test.each(WRONG)('a wrong %s is refused in one line that names it: %j', (variable, env) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${variable} [^\\n]+\\.$`));
});

test('a .env file that cannot be read stops the start', () => {
  using data = tempFolder();
  const file = data.file('.env');
  expect(() => requireReadable(file)).not.toThrow();
  symlinkSync('.env', file); // a link to itself, which even root cannot read
  expect(() => requireReadable(file)).toThrow(ConfigError);
  expect(() => requireReadable(file)).toThrow(`${file} cannot be read (ELOOP)`);
});

test('the error says what the value should be, and names the value once', () => {
  expect(() => readConfig({ PREVIEW_ALLOW: 'nas.lan,10.0.0.0/99' })).toThrow(
    'PREVIEW_ALLOW must be host names and address ranges, comma separated, not "nas.lan,10.0.0.0/99".',
  );
});

test('the error does not show a wrong secret', () => {
  expect(() => readConfig({ ...TWILIO, TWILIO_ACCOUNT_SID: 'hunter2' })).not.toThrow('hunter2');
});

test('other machines reach the simulator only with SMS_SIMULATOR_EXPOSED', () => {
  const exposed = { HOST: '0.0.0.0', PUBLIC_URL: 'https://notes.example', SMS_SIMULATOR_EXPOSED: '1' };
  expect(readConfig(exposed)).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://notes.example' });
  expect(readConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000/' }).host).toBe('::1');
});

const FIX = 'MAIL_DOMAIN is missing';
test.each([
  [{ MAIL_LISTEN: '25' }, FIX],
  [{ MAIL_IMAP: 'imaps://a:b@c.example' }, FIX],
  [{ MAIL_SEND: 'smtp://c.example' }, FIX],
  [{ MAIL_DOMAIN: 'notes.example', MAIL_CERTIFICATE: 'cert.pem' }, 'MAIL_KEY are needed together'],
  [{ MAIL_DOMAIN: 'notes.example', MAIL_KEY: 'key.pem' }, 'MAIL_KEY are needed together'],
  [
    {
      SMSGATE_PASSWORD: 'secret',
      SMSGATE_SIGNING_KEY: 'a key of our own',
      SMSGATE_URL: 'http://192.168.1.9:8080',
    },
    'PHONE_NUMBER is missing',
  ],
])('settings that need others are refused: %j', (env, reason) => {
  expect(() => readConfig(env)).toThrow(reason);
});
