import { expect } from 'bun:test';
import { requireBoard } from '../../../src/boards/boards';
import { findMessage } from '../../../src/messages/find';
import { messagesOnBoard } from '../../../src/messages/lists';
import { signedAddress } from '../../../src/outbox/mail';
import { readMailSettings } from '../../../src/people/mail-address';
import { findUser } from '../../../src/people/users';
import { deliverMail } from '../../../src/texting/mail/delivery';
import { answerQuestions } from '../../../src/texting/questions';
import { confirmAddress, newMails } from '../../notices/mail/world';
import { testApp } from '../../support/app';
import { test } from '../../support/app-test';
import { bob } from '../../support/cast';
import { DAY, HOUR } from '../../support/clock';
import { post } from '../../support/house';
import { addressOf, mailIn } from '../../support/mails';
import { textIn } from '../../support/texts';
import { TWILIO } from '../../support/twilio-account';

const BOBS = 'bob@example.org';

test('an answer to a mail is posted under its message, whoever it says it is from', ({
  app,
  owner,
  member,
}) => {
  const lamp = post(app, owner, 'Lamp #house');
  const to = signedAddress(app, 're', lamp, member.id)!;
  const words = 'Where did you get it?';
  expect(mailIn(app, to, { id: '<1@x>', subject: 'Re: #house', words })).toBe(true);
  expect(mailIn(app, to, { id: '<1@x>', words })).toBe(true); // the same mail again
  const [answer, ...others] = messagesOnBoard(app, owner, requireBoard(app, owner, 'house')).filter(
    ({ id }) => id !== lamp,
  );
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ content: words, replyTo: lamp });
});

test('answers by mail are asked for only where mails come in', async () => {
  for (const [more, isAsked] of [
    [{}, false],
    [{ MAIL_DOMAIN: 'notes.example', MAIL_SEND: 'smtp://127.0.0.1:2526' }, false],
    [{ MAIL_DOMAIN: 'notes.example', MAIL_LISTEN: '2525' }, true],
  ] as const) {
    await using app = testApp({ ...TWILIO, ...more });
    expect([more, signedAddress(app, 're', 1, 1) !== null]).toEqual([more, isAsked]);
  }
});

test('an answer as mail programs write it keeps only its own words', async ({ app, owner, member }) => {
  await confirmAddress(app, member, BOBS);
  app.clock.advance(HOUR);
  const lamp = post(app, owner, 'Lamp for the hall, 40 euros #house');
  const [mail] = await newMails(app, member);
  const words = mail?.words ?? '';
  const quoted = words.replace(/^/gm, '> ');
  const on = 'On Fri, 27 Nov 2026 at 16:38, Tagline <notes@notes.example> wrote:';
  const recipients = [signedAddress(app, 're', lamp, member.id)!];
  const bodies = [
    `Take it!\n\n${on}\n${quoted}`,
    `${on}\n${quoted}\n\nNot at that price.`,
    `Hm.\n\n-----Original Message-----\nFrom: Tagline <notes@notes.example>\nSubject: #house\n\n${words}`,
  ];
  for (const [n, body] of bodies.entries()) {
    const head = `From: <${BOBS}>\r\nTo: <${recipients[0]}>\r\nSubject: Re: #house\r\nMessage-ID: <r${n}@x>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`;
    const bytes = new TextEncoder().encode(head + body.replaceAll('\n', '\r\n'));
    expect(await deliverMail(app, bytes, { recipients, sender: BOBS, ip: '', helo: '' })).toBeNull();
  }
  const answers = messagesOnBoard(app, owner, requireBoard(app, owner, 'house'));
  expect(answers.filter(({ replyTo }) => replyTo === lamp).map(({ content }) => content)).toEqual([
    'Hm.',
    'Not at that price.',
    'Take it!',
  ]);
});

test('a wrong signature, a program, a stranger and an old mail post nothing', ({
  app,
  owner,
  member,
  id,
}) => {
  const lamp = post(app, owner, 'Lamp #house');
  const to = signedAddress(app, 're', lamp, member.id)!;
  const posts = () => messagesOnBoard(app, owner, requireBoard(app, owner, 'house')).length;
  const forged = to.replace(/-\w-/, '-2-').replace(/.(?=@)/, (last) => (last === 'a' ? 'b' : 'a'));
  expect(mailIn(app, forged, { words: 'Mine' })).toBe(false);
  expect(mailIn(app, to, { words: 'I am away', isAutomatic: true })).toBe(true);
  app.db.$client.run('delete from memberships where user_id = ? and board_id = ?', [member.id, id]);
  expect(mailIn(app, to, { words: 'I have left' })).toBe(false);
  const own = signedAddress(app, 're', lamp, owner.id)!;
  app.clock.advance(31 * DAY);
  expect(mailIn(app, own, { words: 'Too late' })).toBe(false);
  expect(posts()).toBe(1);
});

test('mails that come back silence an address after three, counted once each', async ({
  app,
  owner,
  member,
}) => {
  await confirmAddress(app, member, BOBS);
  const failed =
    'Final-Recipient: rfc822; bob@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no such user';
  const sent: number[] = [];
  for (let mail = 0; mail < 3; mail++) {
    app.clock.advance(HOUR);
    post(app, owner, `Lamp ${mail} #house`);
    await newMails(app, member);
    const { id } = app.db.$client.query<{ id: number }, []>('select max(id) as id from outbox').get()!;
    sent.push(id);
  }
  const silent = () => readMailSettings(app, findUser(app, member.id)!).silent;
  const bounce = (id: number, report: string | null) =>
    mailIn(app, signedAddress(app, 'bounce', id)!, { from: null, report, isAutomatic: true });
  expect(bounce(sent[0]!, failed.replace('failed', 'delayed').replace('5.1.1', '4.4.1'))).toBe(true);
  for (const id of sent.slice(0, 2)) for (let again = 0; again < 3; again++) bounce(id, failed);
  bounce(sent[2]!, null);
  expect(silent()).toBe(false);
  bounce(sent[2]!, failed);
  expect(silent()).toBe(true);
  app.clock.advance(HOUR);
  post(app, owner, 'Texted #house');
  expect(app.outbox(bob.phone).at(-1)).toMatchObject({ kind: 'notification', state: 'queued' });
});

test('a question by mail is answered at the confirmed address with ten hits', async ({
  app,
  owner,
  member,
}) => {
  for (let n = 1; n <= 12; n++) post(app, member, `Pasta ${n} with lemon`);
  const to = addressOf(app, member);
  const from = { name: '', address: 'thief@evil.example' };
  mailIn(app, to, { subject: '? pasta', from, id: '<ask@x>' });
  await answerQuestions(app);
  expect(app.outbox(bob.phone).at(-1)).toMatchObject({ kind: 'reply', state: 'queued' }); // without an address
  await confirmAddress(app, member, BOBS);
  mailIn(app, to, { subject: '? pasta', from });
  await answerQuestions(app);
  const [answer] = await newMails(app, member);
  expect(answer).toMatchObject({ address: BOBS, subject: 'Re: ? pasta' });
  expect(answer!.words).toStartWith('10 of 12 hits.');
  expect(answer!.words.match(/^\d+\. You/gm)).toHaveLength(10);
  expect(answer!.words).not.toContain('Get no more');
  expect(findMessage(app, owner, 1)).toBeNull();
});

test('MAIL by text asks for an OK, is confirmed by its link, and switches', async ({ app, member }) => {
  const answerTo = (text: string) => {
    textIn(app, bob, text);
    return app.outbox(bob.phone).at(-1)!.body;
  };
  expect(answerTo('MAIL ON')).toContain('Text MAIL and your address');
  expect(answerTo('MAIL bob@Bücher.example')).toContain('to bob@xn--bcher-kva.example.');
  const digits = /OK (\d\d) to have your notices sent to bob@example\.org/.exec(
    answerTo(`MAIL ${BOBS}`),
  )![1]!;
  expect(await newMails(app, member)).toEqual([]);
  expect(answerTo('MAIL zoë@example.org')).toContain('only letters from a to z');
  expect(answerTo(`OK ${digits}`)).toContain('A mail is on its way');
  const [mail] = await newMails(app, member);
  expect(mail).toMatchObject({ address: BOBS, words: expect.stringContaining('/mail/confirm/') });
  expect(readMailSettings(app, findUser(app, member.id)!)).toMatchObject({ address: null, waiting: BOBS });
  await confirmAddress(app, member, BOBS);
  expect(app.outbox(bob.phone).at(-1)).toMatchObject({ kind: 'security' });
  const isOn = () => readMailSettings(app, findUser(app, member.id)!).byMail;
  expect([answerTo('Mail off'), isOn()]).toEqual([expect.stringContaining('come by text'), false]);
  expect([answerTo('UNDO'), isOn()]).toEqual([expect.stringContaining('Taken back'), true]);
  answerTo(`Mail ${BOBS}`);
  expect(isOn()).toBe(true); // a plan, kept as a note
});
