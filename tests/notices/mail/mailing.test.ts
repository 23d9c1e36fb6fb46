import { expect } from 'bun:test';
import type { MailConnection } from '../../../src/app/mailer';
import { storeUpload } from '../../../src/media/media';
import { create } from '../../../src/messages/messages';
import { removeOwnMessage } from '../../../src/messages/removal';
import { setDigest } from '../../../src/notices/digests/digests';
import { sendDueDigests } from '../../../src/notices/digests/due';
import { sendMails } from '../../../src/notices/mail/mailing';
import { sendGatheredNotifications } from '../../../src/notices/notifications';
import { setChannel, setPreference } from '../../../src/notices/preferences';
import { sendDueReminders } from '../../../src/notices/reminders/due';
import { setReminder } from '../../../src/notices/reminders/reminders';
import { listCosts } from '../../../src/outbox/costs';
import { setStopped } from '../../../src/outbox/outbox';
import { removeAddress, setByMail } from '../../../src/people/mail-address';
import { findUser } from '../../../src/people/users';
import type { TestApp } from '../../support/app';
import { test } from '../../support/app-test';
import { bob } from '../../support/cast';
import { DAY, HOUR, MINUTE } from '../../support/clock';
import { post } from '../../support/house';
import { png } from '../../support/pictures';
import { confirmAddress, newMails } from './world';

const BOBS = 'bob@example.org';
const statesOf = (app: TestApp) => app.outbox(bob.phone).map(({ kind, state }) => `${kind} ${state}`);

async function byMail(app: TestApp, member: Parameters<typeof confirmAddress>[1]) {
  await confirmAddress(app, member, BOBS);
  app.db.$client.run('delete from outbox');
  app.clock.advance(HOUR);
}

test('posts go by mail, whole, gathered, and never twice', async ({ app, owner, member }) => {
  await byMail(app, member);
  post(app, owner, 'New lamp <b> at https://lamps.example/a?b&c #house #secret');
  post(app, owner, 'Shade #house');
  post(app, owner, 'Bulb #house');
  const [first] = await newMails(app, member);
  expect(first).toMatchObject({ address: BOBS, subject: '#house, Ann Lee: New lamp <b> at (link)' });
  expect(first!.html).toContain('New lamp &lt;b&gt; at <a');
  expect(first!.html).toContain('href="https://lamps.example/a?b&amp;c"');
  expect(first!.html + first!.words).not.toContain('secret');
  expect(first!.words).toMatch(
    /^Ann Lee in #house, [^\n]+:\nNew lamp <b> at https:\/\/lamps\.example\/a\?b&c/,
  );
  app.clock.advance(MINUTE);
  await sendGatheredNotifications(app);
  const [gathered] = await newMails(app, member);
  expect(gathered!.subject).toBe('2 new posts in #house');
  expect(gathered!.words).toMatch(/Shade[\s\S]*Bulb/);
  expect(await newMails(app, member)).toEqual([]);
  expect(statesOf(app)).toEqual(['notification mailed', 'notification mailed']);
  const [month] = listCosts(app).months;
  expect(month!.kinds).toContainEqual(
    expect.objectContaining({ kind: 'mail', texts: 3, segments: 0, amount: 0 }),
  );
});

test('a mail shows three pictures of a post, and names its other files', async ({ app, owner, member }) => {
  await byMail(app, member);
  const files = [
    { bytes: Buffer.from('%PDF-1.4'), type: 'application/pdf', name: 'manual.pdf' },
    ...[1, 2, 3, 4].map((n) => ({ bytes: png(20, 20 + n), type: 'image/png', name: `lamp-${n}.png` })),
  ];
  const mediaIds: number[] = [];
  for (const file of files) mediaIds.push((await storeUpload(app, owner, file)).id);
  create(app, owner, { content: 'Lamps #house', mediaIds, source: 'ui' });
  const [mail] = await newMails(app, member);
  expect(mail!.html.match(/<img src="data:image\/jpeg/g)).toHaveLength(3);
  for (const name of ['manual.pdf', 'lamp-4.png']) expect(mail!.words).toContain(name);
});

test('a digest and a reminder come by mail; STOP and mute are as for pushes', async ({
  app,
  owner,
  member,
  id,
}) => {
  await byMail(app, member);
  setDigest(app, member, { weekday: null, time: '08:00' });
  const lamp = post(app, owner, 'Lamp #house');
  post(app, owner, 'Sofa #house');
  setReminder(app, member, lamp, { at: app.now() + HOUR, starts: null, rule: null });
  app.clock.advance(HOUR);
  await sendDueReminders(app);
  setStopped(app, member.phone, true, 'STOP');
  expect((await newMails(app, member)).map(({ subject }) => subject)).toEqual(['Reminder: Lamp']);
  app.clock.advance(DAY);
  await sendDueDigests(app);
  const [digest] = await newMails(app, member);
  expect(digest!.subject).toBe('2 new posts in #house');
  expect(digest!.words).toMatch(/Sofa[\s\S]*Lamp/);
  setPreference(app, member, id, false);
  post(app, owner, 'Muted #house');
  app.clock.advance(DAY);
  await sendDueDigests(app);
  expect(await newMails(app, member)).toEqual([]);
});

test('what was deleted or is no longer seen is in no mail', async ({ app, owner, member, id }) => {
  await byMail(app, member);
  const lamp = post(app, owner, 'Lamp #house');
  removeOwnMessage(app, owner, lamp);
  expect(await newMails(app, member)).toEqual([]);
  app.clock.advance(HOUR);
  post(app, owner, 'Sofa #house');
  app.db.$client.run('delete from memberships where user_id = ? and board_id = ?', [member.id, id]);
  expect(await newMails(app, member)).toEqual([]);
  expect(statesOf(app)).toEqual(['notification dropped']);
});

test('mails end with the switch, the address or texts for a board', async ({ app, owner, member, id }) => {
  const lately = () => statesOf(app).at(-1);
  const next = (content: string) => {
    app.clock.advance(HOUR);
    post(app, owner, `${content} #house`);
  };
  await byMail(app, member);
  next('One');
  expect(lately()).toBe('notification mailing');
  setChannel(app, member, { boardId: id, channel: 'text' });
  next('Two');
  expect(lately()).toBe('notification queued');
  setChannel(app, member, { boardId: id, channel: 'push' });
  setByMail(app, member, false);
  next('Three');
  expect(lately()).toBe('notification queued');
  setByMail(app, findUser(app, member.id)!, true);
  next('Four');
  expect(lately()).toBe('notification mailing');
  removeAddress(app, member);
  expect(() => setByMail(app, findUser(app, member.id)!, true)).toThrow('Confirmed address not found');
  expect(await newMails(app, member)).toEqual([]); // what waited for the address is texted
  expect(statesOf(app)).toEqual(Array(4).fill('notification queued'));
});

test('a mail that is withdrawn while it is composed is not handed over', async ({ app, owner, member }) => {
  await byMail(app, member);
  const lamp = post(app, owner, 'Lamp #house');
  const sent: string[] = [];
  const send: MailConnection['send'] = async ({ subject }, onHandOver) => {
    removeOwnMessage(app, owner, lamp);
    await onHandOver();
    sent.push(subject);
  };
  Object.assign(app, { mailer: { label: 'slow', open: async () => ({ send, close() {} }) } });
  await sendMails(app);
  expect(sent).toEqual([]);
});
