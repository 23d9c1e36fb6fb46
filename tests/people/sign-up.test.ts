import { expect } from 'bun:test';
import { inviteByText, listBoardInvites, takeBackInvite } from '../../src/boards/invites/board-invites';
import { submitInvite } from '../../src/boards/invites/invites';
import { createSharedBoard } from '../../src/boards/sharing';
import { startSignIn } from '../../src/people/auth/by-text';
import { consumeCode, findCodeState, issueCode } from '../../src/people/auth/codes';
import { setOperator } from '../../src/people/operators';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho, dee, type Person } from '../support/cast';
import { DAY, SECOND } from '../support/clock';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { accountOf, kindsOf, repliesTo, textIn } from '../support/texts';

const world = (SIGN_UP: string) => () => testApp({ SIGN_UP, ADMIN_PHONES: ann.phone, SIGN_IN_BY_TEXT: 'on' });
const open = testIn(world('open'));
const invited = testIn(world('invited'));
const closed = testIn(world('closed'));

const codesTo = (app: TestApp, { phone }: Person) =>
  app.outbox(phone).flatMap(({ kind, body }) => (kind === 'code' ? body.slice(0, 6) : []));

function signIn(app: TestApp, { phone }: Person) {
  const challenge = issueCode(app, phone, { address: null });
  return consumeCode(app, phone, codesTo(app, { phone } as Person).at(-1) ?? '000000', challenge);
}

const invite = (app: TestApp, by: Person, { phone }: Person) =>
  submitInvite(app, { phoneNumber: phone, inviteCode: ensureUser(app, by).inviteCode, address: null });

function inviteToHouse(app: TestApp, by: Person, { phone }: Person) {
  const owner = ensureUser(app, by);
  createSharedBoard(app, owner, 'house');
  inviteByText(app, owner, 'house', phone);
  return owner;
}

open('anybody may make an account unless SIGN_UP says otherwise', (app) => {
  textIn(app, bob, 'Milk');
  expect([accountOf(app, bob), signIn(app, cho).isNew]).toEqual([expect.anything(), true]);
});

invited("a stranger's text is answered once, and nothing of it is kept", (app) => {
  for (const body of ['My secret #diary', 'HELP', 'YES']) textIn(app, bob, body);
  expect(repliesTo(app, bob)).toEqual([expect.stringContaining('Tagline is by invitation')]);
  expect(accountOf(app, bob)).toBeUndefined();
  expect(kindsOf(app, bob)).toEqual(['turned away', 'help', 'join']);
  for (const table of ['messages', 'inbound', 'consents'])
    expect(JSON.stringify(app.db.$client.query(`select * from ${table}`).all())).not.toContain('secret');
});

invited("a stranger's login looks like everybody's and brings no code", (app) => {
  app.clock.freeze();
  ensureUser(app, cho);
  const [challenge, known] = [bob, cho].map(({ phone }) => issueCode(app, phone, { address: null }));
  const states = () => [challenge, known].map((one) => findCodeState(app, one!));
  expect(states()).toEqual(['sending', 'sending']);
  app.db.$client.run("update outbox set state = 'failed' where kind = 'code'");
  expect(states()).toEqual(['sending', 'sending']);
  app.clock.advance(2 * SECOND);
  expect(states()).toEqual(['sent', 'sent']);
  expect(codesTo(app, bob)).toEqual([]);
  expect(() => consumeCode(app, bob.phone, '123456', challenge!)).toThrow('Invalid verification code');
  issueCode(app, bob.phone, { address: null });
  expect(repliesTo(app, bob)).toHaveLength(1);
});

invited('a stranger who texts the phrase of a login page signs in nobody', (app) => {
  const { shown } = startSignIn(app, bob.phone, { address: null, userAgent: null });
  textIn(app, bob, shown.phrase);
  expect([accountOf(app, bob), kindsOf(app, bob)]).toEqual([undefined, ['sign-in']]);
  expect(repliesTo(app, bob)).toEqual([expect.stringContaining('by invitation')]);
});

invited('whoever was invited signs in by code, by text, or with YES', (app) => {
  const owner = inviteToHouse(app, cho, bob);
  expect(signIn(app, bob).isNew).toBe(true);
  invite(app, cho, dee);
  textIn(app, dee, 'YES');
  expect(accountOf(app, dee)).toBeDefined();
  const fay = { ...dee, phone: '+12025550166' };
  inviteByText(app, owner, 'house', fay.phone);
  textIn(app, fay, 'Milk');
  expect(accountOf(app, fay)).toBeDefined();
});

invited('an invitation that was taken back or has expired opens no door', (app) => {
  const owner = inviteToHouse(app, cho, bob);
  const [waiting] = listBoardInvites(app, owner, 'house');
  const challenge = issueCode(app, bob.phone, { address: null });
  takeBackInvite(app, owner, 1, waiting!.id);
  expect(() => consumeCode(app, bob.phone, codesTo(app, bob)[0]!, challenge)).toThrow('Invalid');
  invite(app, cho, dee);
  app.clock.advance(DAY);
  textIn(app, dee, 'YES');
  expect([accountOf(app, bob), accountOf(app, dee)]).toEqual([undefined, undefined]);
});

closed('only operators bring new people, and their own numbers are always let in', (app) => {
  expect(signIn(app, ann).isNew).toBe(true);
  expect(() => invite(app, cho, dee)).toThrow('Tagline takes no new people at present.');
  expect(() => inviteToHouse(app, cho, dee)).toThrow('Tagline takes no new people at present.');
  textIn(app, dee, 'Milk');
  expect(accountOf(app, dee)).toBeUndefined();
  expect(repliesTo(app, dee)).toEqual([expect.stringContaining('Tagline takes no new people at present.')]);
  invite(app, ann, dee);
  textIn(app, dee, 'YES');
  expect(accountOf(app, dee)).toBeDefined();
});

closed('whoever has an account goes on as before', (app) => {
  ensureUser(app, bob);
  textIn(app, bob, 'Milk');
  expect([signIn(app, bob).isNew, kindsOf(app, bob)]).toEqual([false, ['message']]);
});

closed('an invitation of somebody who is no operator any more opens no door', (app) => {
  ensureUser(app, cho);
  setOperator(app, cho.phone, true);
  invite(app, cho, bob);
  setOperator(app, cho.phone, false);
  textIn(app, bob, 'YES');
  expect(accountOf(app, bob)).toBeUndefined();
});
