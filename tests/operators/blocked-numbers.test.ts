import { expect } from 'bun:test';
import { inviterByCode } from '../../src/boards/invites/invites';
import { findCalendar, renewCalendar } from '../../src/notices/reminders/calendar';
import { blockNumber, listBlockedNumbers, unblockNumber } from '../../src/operators/blocked-numbers';
import { enqueue } from '../../src/outbox/outbox';
import { consumeCode, issueCode } from '../../src/people/auth/codes';
import { createSignInLink } from '../../src/people/auth/links';
import { createToken } from '../../src/people/auth/tokens';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { connect } from '../support/client';
import { share } from '../support/house';
import { ensureUser, NO_BROWSER } from '../support/people';
import { test as onServer } from '../support/server-test';
import { accountOf, kindsOf, messagesOf, repliesTo, textIn } from '../support/texts';

const block = (app: TestApp, phoneNumber = bob.phone) =>
  blockNumber(app, ensureUser(app, ann), { phoneNumber, reason: 'Advertising' });

test('a blocked number is listed with its reason until it is unblocked', ({ app }) => {
  const operator = ensureUser(app, ann);
  expect(block(app, '(202) 555-0122').message).toBe('+1 (202) 555-0122 is blocked.');
  blockNumber(app, operator, { phoneNumber: bob.phone, reason: 'Threats' });
  const [entry, ...more] = listBlockedNumbers(app);
  expect([entry, more]).toMatchObject([
    { phoneNumber: bob.phone, reason: 'Threats', blockedBy: 'Ann Lee' },
    [],
  ]);
  unblockNumber(app, operator, entry!.id);
  expect(listBlockedNumbers(app)).toEqual([]);
  textIn(app, bob, 'Milk');
  expect(messagesOf(app, bob)).toEqual(['Milk']);
});

test('texts of a blocked number are dropped without an answer, but a STOP counts', ({ app }) => {
  block(app);
  for (const body of ['Milk', 'HELP', 'YES', 'STOP']) textIn(app, bob, body);
  expect(kindsOf(app, bob)).toEqual(['blocked', 'blocked', 'blocked', 'stop']);
  expect([accountOf(app, bob), repliesTo(app, bob)]).toEqual([undefined, []]);
});

test('a blocked number gets no code and no other text', ({ app, owner, id }) => {
  enqueue(app, { to: bob.phone, kind: 'notification', body: 'Lamp' });
  const waiting = issueCode(app, bob.phone, { address: null });
  const code = app.outbox(bob.phone).at(-1)!.body.slice(0, 6);
  block(app);
  const states = () => new Set(app.outbox(bob.phone).map(({ state }) => state));
  expect(states()).toEqual(new Set(['dropped']));
  expect(() => consumeCode(app, bob.phone, code, waiting)).toThrow('Invalid verification code');
  issueCode(app, bob.phone, { address: null });
  share(app, owner, `garden${id}`, bob);
  expect(states()).toEqual(new Set(['dropped']));
});

test('the number of an operator cannot be blocked', ({ app }) => {
  expect(() => block(app, ann.phone)).toThrow('This is the number of an operator.');
});

test('the invite link and the calendar of a blocked person end', ({ app, member }) => {
  const calendar = new URL(renewCalendar(app, member, NO_BROWSER)!).pathname.split('/').at(-1)!;
  expect(findCalendar(app, calendar)?.id).toBe(member.id);
  block(app);
  expect(findCalendar(app, calendar)).toBeNull();
  expect(() => inviterByCode(app, member.inviteCode)).toThrow('This invite link is not valid.');
});

onServer('blocking ends sessions and tokens, and no link or code signs in again', async ({ app, server }) => {
  const browser = await server.introduce(bob);
  const user = accountOf(app, bob)!;
  const { token } = createToken(app, user, { name: 'Reader', scope: 'read' }, NO_BROWSER);
  const link = new URL(createSignInLink(app, user)).pathname.split('/').at(-1)!;
  block(app);
  expect((await browser.get('/api/profile')).status).toBe(401);
  expect((await browser.get('/api/profile', { authorization: `Bearer ${token}` })).status).toBe(401);
  expect((await browser.get('/api/auth/session')).body).toMatchObject({ ended: 'operator' });
  const stranger = connect(server.url);
  expect(await stranger.post('/api/auth/link', { token: link })).toMatchObject({
    status: 403,
    body: { message: 'This number has been blocked by whoever runs this server.' },
  });
  expect((await stranger.post('/api/auth/login', { phoneNumber: bob.phone })).body).toEqual({
    requiresVerification: true,
  });
});
