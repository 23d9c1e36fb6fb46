import { expect } from 'bun:test';
import { openapi } from '../../../src/http/openapi';
import { findSignInState, finishSignIn, startSignIn } from '../../../src/people/auth/by-text';
import { WORDS } from '../../../src/people/auth/sign-in-words';
import { keywordOf } from '../../../src/texting/keyword-words';
import { type TestApp, testApp } from '../../support/app';
import { ann, bob } from '../../support/cast';
import { MINUTE } from '../../support/clock';
import { testServer } from '../../support/server';
import { testIn } from '../../support/test-in';
import { accountOf, kindsOf, messagesOf, repliesTo, textIn } from '../../support/texts';
import { TWILIO } from '../../support/twilio-account';

const ON = { SIGN_IN_BY_TEXT: 'on' };
const test = testIn(() => testApp(ON));
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const ASKER = { address: '198.51.100.7', userAgent: FIREFOX };
const start = (app: TestApp) => startSignIn(app, ann.phone, ASKER);
const otherPhrase = (phrase: string, by = 1) =>
  phrase.replace(/\d+/, (digits) => String((Number(digits) + by) % 10_000).padStart(4, '0'));

test('texting the phrase signs in the browser that shows it, once', async () => {
  await using app = testApp({ ...TWILIO, ...ON });
  const other = start(app);
  const { challenge, shown } = start(app);
  expect(shown).toMatchObject({ device: 'Firefox on Linux', network: '198.51.•.•' });
  expect(findSignInState(app, challenge)).toBe('waiting');
  textIn(app, ann, `  ${shown.phrase.toUpperCase()}. `);
  expect([challenge, other.challenge].map((one) => findSignInState(app, one))).toEqual([
    'received',
    'waiting',
  ]);
  expect(finishSignIn(app, challenge)).toMatchObject({ phone: ann.phone });
  expect(() => finishSignIn(app, challenge)).toThrow('Please begin again.');
  expect(() => finishSignIn(app, other.challenge)).toThrow('Please begin again.');
  expect(messagesOf(app, ann)).toEqual([]);
  expect(app.outbox(ann.phone).map(({ body }) => body)).toEqual([
    `You are signed in to Tagline on Firefox on Linux (198.51.x.x). Was it not you? End it: ${app.publicUrl}/profile`,
  ]);
});

test('the phrase from another number, with a photo or with a hashtag signs nobody in', (app) => {
  const { challenge, shown } = start(app);
  textIn(app, bob, shown.phrase);
  textIn(app, ann, shown.phrase, { media: [{ url: 'https://media.example/1', type: 'image/png' }] });
  textIn(app, ann, `${shown.phrase} #food`);
  textIn(app, ann, `My ${shown.phrase}`);
  expect(findSignInState(app, challenge)).toBe('waiting');
  expect(messagesOf(app, bob)).toEqual([shown.phrase]);
  expect(messagesOf(app, ann)).toHaveLength(3);
});

test('a phrase lasts five minutes, and a late or repeated text is still no message', (app) => {
  app.clock.freeze();
  const { challenge, shown } = start(app);
  app.clock.advance(5 * MINUTE);
  textIn(app, ann, shown.phrase);
  expect(findSignInState(app, challenge)).toBe('expired');
  expect(repliesTo(app, ann)).toEqual([expect.stringContaining('That was too late')]);
  expect(accountOf(app, ann)).toBeUndefined();

  const second = start(app);
  textIn(app, ann, second.shown.phrase);
  finishSignIn(app, second.challenge);
  textIn(app, ann, second.shown.phrase);
  expect(kindsOf(app, ann)).toEqual(['sign-in', 'sign-in', 'sign-in']);
  expect(messagesOf(app, ann)).toEqual([]);
  expect(repliesTo(app, ann)).toHaveLength(2);
});

test('after five wrong texts from a number, its phrase signs nobody in', (app) => {
  const { challenge, shown } = start(app);
  for (let n = 1; n <= 5; n++) {
    expect(findSignInState(app, challenge)).toBe('waiting');
    textIn(app, ann, otherPhrase(shown.phrase, n));
  }
  textIn(app, ann, shown.phrase);
  expect(findSignInState(app, challenge)).toBe('expired');
  expect(() => finishSignIn(app, challenge)).toThrow();
  expect(messagesOf(app, ann)).toHaveLength(5);
});

test('the phrase is not joined to an earlier text that looks cut', (app) => {
  const { challenge, shown } = start(app);
  const cut = 'x'.repeat(160);
  textIn(app, ann, cut);
  textIn(app, ann, shown.phrase);
  expect(findSignInState(app, challenge)).toBe('received');
  expect(messagesOf(app, ann)).toEqual([cut]);
});

test('a number that has opted out can sign in, and is not texted', (app) => {
  textIn(app, ann, 'STOP');
  const { challenge, shown } = start(app);
  textIn(app, ann, shown.phrase);
  expect(finishSignIn(app, challenge).phone).toBe(ann.phone);
  expect(app.outbox(ann.phone)).toEqual([]);
});

test('the database holds neither the phrase nor the cookie', (app) => {
  const { challenge, shown } = start(app);
  const stored = JSON.stringify(app.db.$client.query('select * from sign_in_texts').values());
  expect(stored).toContain(ann.phone);
  expect(stored).not.toContain(shown.phrase.split(' ')[0]!);
  expect(stored).not.toContain(challenge);
});

test('a network may begin 30 sign-ins an hour, and others are not shut out', (app) => {
  for (let n = 0; n < 30; n++) start(app);
  expect(() => start(app)).toThrow('Too many sign-ins from your network.');
  expect(() => startSignIn(app, ann.phone, { ...ASKER, address: '203.0.113.9' })).not.toThrow();
});

test('no word of a phrase is a keyword, and each is written in plain letters', () => {
  expect(WORDS.filter((word) => !/^[a-z]+$/.test(word) || keywordOf(word))).toEqual([]);
  expect(new Set(WORDS).size).toBe(WORDS.length);
});

test('by API calls, too, only the browser that asked gets the session', async () => {
  await using server = await testServer({ env: ON });
  const [browser, stranger] = [server.stranger(), server.stranger()];
  const { body: shown } = await browser.post<{ phrase: string }>('/api/auth/text', {
    phoneNumber: ann.phone,
  });
  await server.text(ann, shown.phrase);
  expect((await stranger.get('/api/auth/text')).body).toEqual({ state: null });
  expect((await stranger.post('/api/auth/text/session', {})).status).toBe(400);
  expect((await browser.get('/api/auth/text')).body).toEqual({ state: 'received' });
  expect((await browser.get('/api/messages')).status).toBe(401);
  const finished = await browser.post('/api/auth/text/session', {});
  expect(finished.body).toMatchObject({ success: true, user: { phoneNumber: ann.phone } });
  expect((await browser.get('/api/messages')).body).toEqual([]);
  expect((await browser.post('/api/auth/text/session', {})).status).toBe(400);
});

test('without SIGN_IN_BY_TEXT the calls do not exist, and a phrase is a message', async () => {
  await using server = await testServer();
  const browser = server.stranger();
  const unknown = await browser.post('/api/auth/unknown', {});
  for (const path of ['/api/auth/text', '/api/auth/text/session']) {
    const { status, body } = await browser.post(path, { phoneNumber: ann.phone });
    expect({ status, body }).toEqual({ status: unknown.status, body: unknown.body });
  }
  expect((await browser.post('/trpc/signInByText.start', { phoneNumber: ann.phone })).status).toBe(404);
  expect(JSON.stringify(openapi(server.app))).not.toContain('/api/auth/text');
  const { shown } = startSignIn(server.app, ann.phone, ASKER);
  await server.text(ann, shown.phrase);
  expect(messagesOf(server.app, ann)).toEqual([shown.phrase]);
});
