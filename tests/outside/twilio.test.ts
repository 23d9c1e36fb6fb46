import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RemoteFile } from '../../src/app/gateway';
import { toInbound, toReport } from '../../src/outside/twilio/webhooks';
import { testApp } from '../support/app';
import { bob } from '../support/cast';
import { png } from '../support/pictures';
import { textOut } from '../support/texts';
import { startTwilio } from '../support/twilio';
import { consoleResource } from '../support/twilio-console';
import { TWILIO } from '../support/twilio-dialect';
import { list, mediaResource, resource } from '../support/twilio-resources';
import { words } from '../support/words';

const resolver = createRequire(import.meta.url);

const sourceOf = (resource: string, kind = 'js') =>
  readFileSync(resolver.resolve(`twilio/lib/rest/${resource}.js`).replace(/js$/, kind), 'utf8');
const matchesIn = (source: string, pattern: RegExp) =>
  [...new Set([...source.matchAll(pattern)].map(([, name]) => name ?? ''))].sort();
const fieldsOf = (resource: string) => matchesIn(sourceOf(resource), /payload\.(\w+)/g);

const MESSAGE = 'api/v2010/account/message';
const [, creating = '', listing = ''] = sourceOf(MESSAGE).split(/instance\.(?:create|page) = /);
const SEND_PARAMETERS = matchesIn(creating, /data\["([^"]+)"\]/g);
const LIST_PARAMETERS = matchesIn(listing, /data\["([^"]+)"\]/g);

test("the package has the parameters of Twilio's OpenAPI document", () => {
  for (const name of words`To From MessagingServiceSid Body MediaUrl StatusCallback ContentSid`)
    expect(SEND_PARAMETERS).toContain(name);
  expect(LIST_PARAMETERS).toEqual(
    ['To', 'From', 'DateSent', 'DateSent<', 'DateSent>', 'PageSize', 'Page', 'PageToken'].sort(),
  );
});

test('we call only documented paths, with documented parameters', async () => {
  await using twilio = await startTwilio();
  await using app = testApp({ ...twilio.environment, PUBLIC_URL: 'https://notes.example' });
  twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(2, 2) }]);
  await app.sms.send(textOut(bob.phone, 'Hello'));
  await app.sms.findSent(textOut(bob.phone, 'Hello'), 0);
  const [received] = await app.sms.listReceived(0, () => false);
  await app.sms.fetchMedia((received!.media[0] as RemoteFile).url);
  await app.sms.listReports(0);
  const messages = `/2010-04-01/Accounts/${twilio.accountSid}/Messages`;
  const [sent, ...asked] = twilio.calls;
  expect(sent).toMatchObject({ method: 'POST', path: `${messages}.json`, authorized: true });
  expect(Object.keys(sent!.parameters).sort()).toEqual(['Body', 'From', 'StatusCallback', 'To']);
  for (const name of Object.keys(sent!.parameters)) expect(SEND_PARAMETERS).toContain(name);
  expect(asked).toHaveLength(5);
  const pictures = ['https://notes.example/m/x', 'https://notes.example/m/y'];
  await app.sms.send(textOut(bob.phone, 'Look', { pictures }));
  expect(twilio.calls.at(-1)!.parameters.MediaUrl).toBe(pictures[1]!); // the stand-in keeps the last one
  for (const { method, path, parameters } of asked) {
    expect([method, path === `${messages}.json` || /\/Media(\.json|\/ME\w+)$/.test(path)]).toEqual([
      'GET',
      true,
    ]);
    for (const name of Object.keys(parameters)) expect(LIST_PARAMETERS).toContain(name);
  }
});

const ACCOUNT = `/2010-04-01/Accounts/AC${'1'.repeat(32)}`;

test("the stand-in's texts have the fields that Twilio's package reads", async () => {
  await using twilio = await startTwilio();
  const text = twilio.receive(bob.phone, 'Hello', [{ type: 'image/png', bytes: png(1, 1) }]);
  expect(Object.keys(resource(TWILIO, ACCOUNT, text)).sort()).toEqual(fieldsOf(MESSAGE));
  expect(Object.keys(mediaResource(ACCOUNT, text, text.media[0]!)).sort()).toEqual(
    fieldsOf(`${MESSAGE}/media`),
  );
  // the fields of ListMessageResponse in Twilio's OpenAPI document twilio_api_v2010
  expect(Object.keys(list(TWILIO, ACCOUNT, twilio.texts, new URL(twilio.url))).sort()).toEqual(
    [
      ...['end', 'first_page_uri', 'messages', 'next_page_uri', 'page', 'page_size'],
      ...['previous_page_uri', 'start', 'uri'],
    ].sort(),
  );
});

test("the stand-in's account has fields that Twilio's package reads", async () => {
  await using twilio = await startTwilio();
  const service = { sid: `MG${'1'.repeat(32)}`, inboundRequestUrl: null, inboundMethod: 'POST' };
  twilio.console.service = { ...service, useInboundWebhookOnNumber: false, numbers: [twilio.number] };
  const account = `/2010-04-01/Accounts/${twilio.accountSid}`;
  const answers = {
    'api/v2010/account': `${account}.json`,
    'api/v2010/account/incomingPhoneNumber': `${account}/IncomingPhoneNumbers.json`,
    'messaging/v1/service': `/v1/Services/${service.sid}`,
    'messaging/v1/service/phoneNumber': `/v1/Services/${service.sid}/PhoneNumbers`,
  };
  for (const [name, path] of Object.entries(answers)) {
    const answer = consoleResource(twilio.console, account, new URL(path, twilio.url)) as Record<
      string,
      unknown
    >;
    const [items] = Object.values(answer).filter(Array.isArray);
    for (const field of Object.keys(items?.[0] ?? answer)) expect(fieldsOf(name)).toContain(field);
  }
});

// The form of an incoming text, with every documented parameter
// (twilio.com/docs/messaging/guides/webhook-request).
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

test('the documented form of a text is read, even without optional fields', () => {
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
  expect(read({ ...FORM, NumMedia: '99' })?.media).toHaveLength(2);
  expect(read({ ...FORM, NumMedia: 'many' })?.media).toEqual([]);
  const service = { ...CONFIG, from: FORM.MessagingServiceSid };
  expect(read({ ...FORM, To: '+12025550199' }, service)).not.toBeNull();
  expect(read({ ...FORM, To: '+12025550199' })).toBeNull();
  expect(read({ ...FORM, AccountSid: `AC${'9'.repeat(32)}` })).toBeNull();
});

/** The form of a status callback, from the example in twilio.com/docs/messaging/api/message-resource. */
const REPORT = {
  AccountSid: FORM.AccountSid,
  From: FORM.To,
  MessageSid: FORM.MessageSid,
  MessageStatus: 'sent',
  SmsSid: FORM.MessageSid,
  SmsStatus: 'sent',
};

test('the documented form of a report is read, even without optional fields', () => {
  const read = (form: Record<string, string>) => toReport(CONFIG, form);
  const sent = { sid: FORM.MessageSid, to: null, state: 'sent', errorCode: null, price: null } as const;
  expect(read(REPORT)).toEqual(sent);
  const more = { To: bob.phone, ApiVersion: '2010-04-01', RawDlrDoneDate: '2611210255' };
  expect(read({ ...REPORT, ...more })).toEqual({ ...sent, to: bob.phone });
  expect(read({ ...REPORT, AccountSid: `AC${'9'.repeat(32)}` })).toBeNull();
});

test('every documented state of an outgoing text is understood', () => {
  const states = sourceOf(MESSAGE, 'd.ts').match(/type MessageStatus = (.+);/)![1]!;
  const understood = Object.fromEntries(
    matchesIn(states, /"(\w+)"/g).map((status) => [
      status,
      toReport(CONFIG, { ...REPORT, MessageStatus: status })?.state,
    ]),
  );
  expect(understood).toEqual({
    ...{ accepted: 'sent', queued: 'sent', sending: 'sent', sent: 'sent' },
    ...{ delivered: 'delivered', partially_delivered: 'delivered', read: 'delivered' },
    ...{ undelivered: 'failed', failed: 'failed' },
    ...{ receiving: undefined, received: undefined, scheduled: undefined, canceled: undefined },
  });
  const lost = { ...REPORT, MessageStatus: 'undelivered', ErrorCode: '30003' };
  expect(toReport(CONFIG, lost)).toMatchObject({ state: 'failed', errorCode: 30003 });
  for (const MessageStatus of ['', 'constructor'])
    expect(toReport(CONFIG, { ...REPORT, MessageStatus })).toBeNull();
});
