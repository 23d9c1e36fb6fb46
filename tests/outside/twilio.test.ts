import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { toInbound, toReport } from '../../src/outside/twilio-webhooks';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { png } from '../support/pictures';
import { startTwilio } from '../support/twilio';
import { resource } from '../support/twilio-resources';

/** twilio.com/docs/messaging/api/message-resource */
const SENDING = [
  ...[
    'To',
    'From',
    'MessagingServiceSid',
    'Body',
    'MediaUrl',
    'ContentSid',
    'ContentVariables',
    'StatusCallback',
  ],
  ...[
    'ApplicationSid',
    'MaxPrice',
    'ProvideFeedback',
    'Attempt',
    'ValidityPeriod',
    'ForceDelivery',
    'RiskCheck',
  ],
  ...[
    'ContentRetention',
    'AddressRetention',
    'SmartEncoded',
    'PersistentAction',
    'TrafficType',
    'ShortenUrls',
  ],
  ...['ScheduleType', 'SendAt', 'SendAsMms'],
];
const LISTING = ['To', 'From', 'DateSent', 'DateSent<', 'DateSent>', 'PageSize', 'Page', 'PageToken'];

test('we ask Twilio only for what its interface documents, at its documented paths', async () => {
  await using twilio = await startTwilio();
  await using app = testApp({ ...twilio.environment, PUBLIC_URL: 'https://notes.example' });
  twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(2, 2) }]);
  await app.sms.send({ id: 1, to: bob.phone, body: 'Hello' });
  await app.sms.find({ id: 1, to: bob.phone, body: 'Hello' }, 0);
  await app.sms.received(0, () => false);
  await app.sms.reported(0);
  const messages = `/2010-04-01/Accounts/${twilio.accountSid}/Messages`;
  const [sent, ...asked] = twilio.calls;
  expect(sent).toMatchObject({ method: 'POST', path: `${messages}.json`, authorized: true });
  expect(Object.keys(sent!.parameters).sort()).toEqual(['Body', 'From', 'StatusCallback', 'To']);
  for (const name of Object.keys(sent!.parameters)) expect(SENDING).toContain(name);
  expect(asked).toHaveLength(4);
  for (const { method, path, parameters } of asked) {
    expect([method, path === `${messages}.json` || /\/Media\.json$/.test(path)]).toEqual(['GET', true]);
    for (const name of Object.keys(parameters)) expect(LISTING).toContain(name);
  }
});

test("the stand-in's answers have the fields that Twilio's own package reads", async () => {
  // the package is generated from Twilio's published description of its interface
  const at = createRequire(import.meta.url).resolve('twilio/lib/rest/api/v2010/account/message.js');
  const read = [...readFileSync(at, 'utf8').matchAll(/payload\.(\w+)/g)].map(([, name]) => name ?? '');
  const fields = [...new Set(read)].sort();
  expect(fields).toContain('error_code');
  await using twilio = await startTwilio();
  const text = twilio.receive(bob.phone, 'Hello');
  expect(Object.keys(resource(twilio.accountSid, text)).sort()).toEqual(fields);
});

/** twilio.com/docs/messaging/guides/webhook-request, with everything that it says may come. */
const FORM = {
  MessageSid: `SM${'1'.repeat(32)}`,
  SmsSid: `SM${'1'.repeat(32)}`,
  SmsMessageSid: `SM${'1'.repeat(32)}`,
  AccountSid: `AC${'2'.repeat(32)}`,
  MessagingServiceSid: `MG${'3'.repeat(32)}`,
  From: '+12025550122',
  To: '+12025550100',
  Body: 'Look #trip',
  NumMedia: '2',
  NumSegments: '1',
  MediaContentType0: 'image/jpeg',
  MediaUrl0: 'https://api.twilio.com/2010-04-01/Accounts/AC/Messages/MM/Media/ME0',
  MediaContentType1: 'text/x-vcard',
  MediaUrl1: 'https://api.twilio.com/2010-04-01/Accounts/AC/Messages/MM/Media/ME1',
  FromCity: 'WASHINGTON',
  FromState: 'DC',
  FromZip: '20001',
  FromCountry: 'US',
  ToCity: '',
  ToState: 'DC',
  ToZip: '',
  ToCountry: 'US',
  SmsStatus: 'received',
  ApiVersion: '2010-04-01',
};
const CONFIG = { accountSid: FORM.AccountSid, authToken: 'x', from: FORM.To, apiUrl: undefined };

test('the documented form of a text is read, with and without what need not be there', () => {
  const read = (form: Record<string, string>, config = CONFIG) => toInbound(config, FORM.To, form);
  expect(read(FORM)).toEqual({
    sid: FORM.MessageSid,
    from: FORM.From,
    body: FORM.Body,
    media: [
      { url: FORM.MediaUrl0, type: 'image/jpeg' },
      { url: FORM.MediaUrl1, type: 'text/x-vcard' },
    ],
    optOut: undefined,
  });
  const { MessageSid, AccountSid, From, To } = FORM;
  expect(read({ MessageSid, AccountSid, From, To })).toMatchObject({ body: '', media: [] });
  for (const [OptOutType, optOut] of [
    ['STOP', 'stop'],
    ['START', 'start'],
    ['HELP', 'help'],
  ] as const)
    expect(read({ ...FORM, OptOutType })).toMatchObject({ optOut });
  // more photos than a text can have, and a number that is none
  expect(read({ ...FORM, NumMedia: '99' })?.media).toHaveLength(2);
  expect(read({ ...FORM, NumMedia: 'many' })?.media).toEqual([]);
  // through a messaging service any of its numbers is ours
  const service = { ...CONFIG, from: FORM.MessagingServiceSid };
  expect(read({ ...FORM, To: '+12025550199' }, service)).not.toBeNull();
  expect(read({ ...FORM, To: '+12025550199' })).toBeNull();
  expect(read({ ...FORM, AccountSid: `AC${'9'.repeat(32)}` })).toBeNull();
});

test('every documented state of a text on its way out is understood', () => {
  const { MessageSid, AccountSid } = FORM;
  const read = (MessageStatus: string, more = {}) =>
    toReport(CONFIG, { MessageSid, AccountSid, To: bob.phone, MessageStatus, ...more });
  for (const status of ['accepted', 'queued', 'sending', 'sent']) expect(read(status)?.state).toBe('sent');
  for (const status of ['delivered', 'read']) expect(read(status)?.state).toBe('delivered');
  expect(read('undelivered', { ErrorCode: '30003' })).toMatchObject({ state: 'failed', errorCode: 30003 });
  expect(read('failed')).toMatchObject({ state: 'failed', errorCode: null });
  for (const status of ['scheduled', 'canceled', 'receiving', '', 'constructor'])
    expect(read(status)).toBeNull();
});
