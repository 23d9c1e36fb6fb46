import { expect } from 'bun:test';
import { readPhones } from '../../src/archive/accounts';
import { storePhone } from '../../src/archive/store-accounts';
import { inviteByText } from '../../src/boards/invites/board-invites';
import { deleteAccount } from '../../src/messages/delete-account';
import { listConsents } from '../../src/outbox/consent';
import { setStopped } from '../../src/outbox/outbox';
import { consumeCode, issueCode } from '../../src/people/auth/codes';
import { type TestApp, testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { MINUTE } from '../support/clock';
import { house } from '../support/house';
import { accountOf, textIn } from '../support/texts';

const consentOf = (app: TestApp, { phone }: { phone: string }) =>
  listConsents(app, { search: phone })[0] ?? null;

test('a first text, a code and a YES say how each number agreed', ({ app, owner }) => {
  textIn(app, bob, 'Buy milk');
  issueCode(app, ann.phone, { address: null });
  const code = /\d{6}/.exec(app.outbox(ann.phone).at(-1)!.body)![0];
  consumeCode(app, ann.phone, code, null);
  inviteByText(app, owner, 'house', cho.phone);
  textIn(app, cho, 'YES');
  expect(consentOf(app, bob)).toMatchObject({ act: 'text', displayName: 'Bob Ray', stoppedAt: null });
  expect(consentOf(app, ann)).toMatchObject({ act: 'code' });
  expect(consentOf(app, cho)).toMatchObject({ act: 'invite', invitedBy: 'Ann Lee', words: null });
});

test('STOP and START are kept with their words and times', ({ app }) => {
  textIn(app, bob, 'Buy milk');
  const first = consentOf(app, bob)!;
  app.clock.advance(MINUTE);
  textIn(app, bob, 'Quit');
  textIn(app, bob, 'STOP');
  textIn(app, bob, 'A note after it');
  const stopped = consentOf(app, bob)!;
  expect(stopped).toMatchObject({ act: 'text', agreedAt: first.agreedAt });
  expect(Date.parse(stopped.stoppedAt!)).toBeGreaterThanOrEqual(Date.parse(first.agreedAt!) + MINUTE);
  app.clock.advance(MINUTE);
  textIn(app, bob, 'unstop');
  expect(consentOf(app, bob)).toMatchObject({ act: 'start', words: 'UNSTOP', stoppedAt: null });
  setStopped(app, bob.phone, true); // simulates a report of the carrier
  const [exported] = readPhones(app, accountOf(app, bob)!);
  expect(exported!.consents.map(({ act, words }) => [act, words])).toEqual([
    ['text', null],
    ['stop', 'QUIT'],
    ['start', 'UNSTOP'],
    ['stop', null],
  ]);
});

test("a person's export names an inviter and does not tell the inviter's number", async ({ app, owner }) => {
  inviteByText(app, owner, 'house', cho.phone);
  textIn(app, cho, 'YES');
  const [own] = readPhones(app, accountOf(app, cho)!);
  expect(own!.consents).toMatchObject([{ act: 'invite', invitedBy: 'Ann Lee' }]);
  const all = readPhones(app, null).find(({ phone }) => phone === cho.phone)!;
  expect(all.consents).toMatchObject([{ act: 'invite', invitedBy: ann.phone }]);
  await using other = testApp();
  house(other);
  for (let n = 0; n < 2; n++) storePhone(other, all);
  expect(readPhones(other, null).find(({ phone }) => phone === cho.phone)).toEqual(all);
});

test('deleting an account leaves nothing but a STOP', ({ app }) => {
  textIn(app, bob, 'Buy milk');
  textIn(app, bob, 'STOP');
  deleteAccount(app, accountOf(app, bob)!);
  expect(consentOf(app, bob)).toMatchObject({ act: null, agreedAt: null, displayName: null });
  expect(consentOf(app, bob)!.stoppedAt).not.toBeNull();
});
