import { expect } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESTORED_AT } from '../../../src/app/data-folder/data-folder';
import { sendMails } from '../../../src/notices/mail/mailing';
import { countHeldTexts, decideHeldTexts, holdRestoredTexts } from '../../../src/outbox/held-texts';
import { receiveMail } from '../../../src/texting/mail/receiving';
import { findRecipient } from '../../../src/texting/mail/recipients';
import type { TestApp } from '../../support/app';
import { test } from '../../support/app-test';
import { bob } from '../../support/cast';
import { HOUR, SECOND } from '../../support/clock';
import { contentsOn, post } from '../../support/house';
import { addressOf, mailOf } from '../../support/mails';
import { confirmAddress, newMails } from './world';

const BOBS = 'bob@example.org';
const statesOf = (app: TestApp) => app.outbox(bob.phone).map(({ kind, state }) => `${kind} ${state}`);

async function byMail(app: TestApp, member: Parameters<typeof confirmAddress>[1]) {
  await confirmAddress(app, member, BOBS);
  app.db.$client.run('delete from outbox');
  app.clock.advance(HOUR);
}

function restore(app: TestApp) {
  app.clock.advance(SECOND);
  writeFileSync(join(app.config.dataDir, RESTORED_AT), new Date(app.now()).toISOString());
  holdRestoredTexts(app);
}

test.each([
  ['send', 'mailed', 1],
  ['drop', 'dropped', 0],
] as const)(
  'a mail that waited at the backup is held until an operator says %s',
  async ({ app, owner, member }, say, state, sent) => {
    await byMail(app, member);
    post(app, owner, 'Lamp #house');
    restore(app);
    expect([await newMails(app, member), countHeldTexts(app)?.texts]).toEqual([[], 1]);
    decideHeldTexts(app, say);
    expect(await newMails(app, member)).toHaveLength(sent);
    expect(statesOf(app)).toEqual([`notification ${state}`]);
  },
);

test('a mail that was being handed over at the backup is not sent again', async ({ app, owner, member }) => {
  await byMail(app, member);
  post(app, owner, 'Lamp #house');
  app.db.$client.run("update outbox set sid = 'mail ' || id");
  restore(app);
  decideHeldTexts(app, 'send');
  expect(await newMails(app, member)).toEqual([]);
  expect(statesOf(app)).toEqual(['notification failed']);
});

test('the text in place of a held mail is looked up at the gateway first', async ({ app, owner, member }) => {
  await byMail(app, member);
  post(app, owner, 'Lamp #house');
  restore(app);
  decideHeldTexts(app, 'send');
  Object.assign(app, { mailer: null });
  await sendMails(app);
  expect(statesOf(app)).toEqual(['notification sending']);
});

test('a mail that is read again from the mailbox is a note, and tells nobody twice', async ({
  app,
  owner,
  member,
}) => {
  await byMail(app, member);
  const recipient = findRecipient(app, addressOf(app, owner))!;
  app.db.$client.run('delete from outbox');
  const before = app.now();
  restore(app);
  expect(receiveMail(app, recipient, mailOf({ words: 'Lamp #house' }), null, before)).toBe(true);
  expect(contentsOn(app, member, 'house')).toEqual(['Lamp #house']);
  expect(statesOf(app)).toEqual(['notification held']);
});
