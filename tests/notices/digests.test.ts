import { expect } from 'bun:test';
import { eq } from 'drizzle-orm';
import { digests, memberships, pendingNotifications, type User } from '../../db/schema';
import { removeMember } from '../../src/boards/leaving';
import { invite } from '../../src/boards/sharing';
import { parseDigestWords } from '../../src/contract/digests';
import { countSegments } from '../../src/contract/segments';
import { create } from '../../src/messages/messages';
import { removeOwnMessage } from '../../src/messages/removal';
import { listDigests, setDigest } from '../../src/notices/digests/digests';
import { sendDueDigests } from '../../src/notices/digests/due';
import { notifyFurtherMembers, sendGatheredNotifications } from '../../src/notices/notifications';
import { setTimeZone } from '../../src/people/time-zone';
import { findUserByPhone } from '../../src/people/users';
import type { TestApp } from '../support/app';
import { ann, cho } from '../support/cast';
import { HOUR } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { repliesTo, textIn } from '../support/texts';
import { house, notificationsTo } from './world';

const test = testIn(() => {
  const made = house();
  const { app, owner } = made;
  const garden = share(app, owner, 'garden', ann);
  return { ...made, garden, her: setTimeZone(app, ensureUser(app, ann), 'Europe/Berlin') };
});

async function at(app: TestApp, time: string) {
  app.clock.freeze(Date.parse(time));
  sendGatheredNotifications(app);
  await sendDueDigests(app);
}

const texts = (app: TestApp) => notificationsTo(app, ann);

test('one text at the chosen time tells of all posts', async ({ app, owner, post, her }) => {
  setDigest(app, her, { time: '08:00' });
  post('Lamp #house');
  post('Bulb #house');
  create(app, owner, { content: 'Rose #garden', source: 'ui' });
  await at(app, '2026-02-01T06:59:00Z');
  expect(texts(app)).toEqual([]);
  expect(notificationsTo(app, cho)).toHaveLength(2); // Cho has no digest and gets texts as before
  await at(app, '2026-02-01T07:00:00Z');
  expect(texts(app)).toEqual(['3 new: #house 2, #garden 1. Bob Ray in #garden: Rose\nhttps://notes.example']);
  await at(app, '2026-02-02T07:00:00Z'); // nothing is new, so nothing is sent
  expect(texts(app)).toHaveLength(1);
  post('Fuse #house');
  await at(app, '2026-02-03T07:00:00Z');
  expect(texts(app).at(-1)).toBe('New in #house, Bob Ray: Fuse\nhttps://notes.example/b/x7k2q');
});

test('8 am stays 8 am when clocks change and in another zone', async ({ app, post, her }) => {
  setDigest(app, her, { time: '08:00' });
  post('Winter #house');
  await at(app, '2026-03-28T07:00:00Z');
  post('Summer #house');
  await at(app, '2026-03-29T05:59:00Z');
  expect(texts(app)).toHaveLength(1);
  await at(app, '2026-03-29T06:00:00Z');
  expect(texts(app)).toHaveLength(2);
  setTimeZone(app, her, 'America/New_York');
  post('Away #house');
  await at(app, '2026-03-30T06:00:00Z');
  expect(texts(app)).toHaveLength(2);
  await at(app, '2026-03-30T12:00:00Z');
  expect(texts(app)).toHaveLength(3);
});

test('a digest that was due during a stop is sent once at the start', async ({ app, post, her }) => {
  setDigest(app, her, { time: '08:00' });
  post('Lamp #house');
  await at(app, '2026-02-05T15:00:00Z');
  await sendDueDigests(app);
  expect(texts(app)).toHaveLength(1);
  await at(app, '2026-02-06T07:00:00Z');
  expect(texts(app)).toHaveLength(1);
});

test('a board with its own digest is not in the general one', async ({ app, owner, post, board, her }) => {
  setDigest(app, her, { time: '08:00' });
  setDigest(app, her, { boardId: board, weekday: 0, time: '18:00' }); // 31 January 2026 is a Saturday
  expect(listDigests(app, her)).toEqual([
    { boardId: null, weekday: null, time: '08:00' },
    { boardId: board, weekday: 0, time: '18:00' },
  ]);
  post('Lamp #house');
  create(app, owner, { content: 'Rose #garden', source: 'ui' });
  await at(app, '2026-02-01T07:00:00Z');
  expect(texts(app)).toEqual([expect.stringContaining('New in #garden')]);
  await at(app, '2026-02-01T17:00:00Z');
  expect(texts(app).at(-1)).toContain('New in #house');
});

test('muted or left boards and deleted posts stay out', async ({ app, owner, post, board, garden, her }) => {
  setDigest(app, her, { time: '08:00' });
  setDigest(app, her, { boardId: garden, time: '08:00' });
  const lamp = post('Lamp #house');
  post('Bulb #house');
  create(app, owner, { content: 'Rose #garden', source: 'ui' });
  removeOwnMessage(app, owner, lamp);
  removeMember(app, owner, garden, her.id);
  await at(app, '2026-02-01T07:00:00Z');
  expect(texts(app)).toEqual([expect.stringContaining('New in #house, Bob Ray: Bulb')]);
  post('Fuse #house');
  app.db.update(memberships).set({ smsEnabled: false }).where(eq(memberships.boardId, board)).run();
  await at(app, '2026-02-02T07:00:00Z');
  expect(texts(app)).toHaveLength(1);
  expect(app.db.select().from(pendingNotifications).all()).toEqual([]);
  expect(app.db.select().from(digests).all()).toHaveLength(1);
});

test('posts that wait for a digest are texted soon after the digest is switched off', ({ app, post }) => {
  textIn(app, ann, 'DIGEST daily 8am');
  post('Lamp #house');
  textIn(app, ann, 'DIGEST off');
  app.clock.advance(60_000);
  sendGatheredNotifications(app);
  expect(texts(app)).toEqual([expect.stringContaining('New in #house, Bob Ray: Lamp')]);
  expect(repliesTo(app, ann)).toEqual([
    'One text with what is new on your shared boards, every day at 8:00 am, if there is anything. DIGEST off ends it.',
    'The digest is off. DIGEST daily 8am turns it on again.',
  ]);
});

test('MUTE and UNMUTE do what the switch of the web app does, and say how to go back', ({ app, post }) => {
  textIn(app, ann, 'MUTE #house');
  post('Lamp #house');
  expect(texts(app)).toEqual([]);
  textIn(app, ann, 'UNMUTE #house');
  app.clock.advance(HOUR);
  post('Bulb #house');
  expect(texts(app)).toHaveLength(1);
  textIn(app, ann, 'mute: #mine');
  textIn(app, ann, 'Rose #diary');
  textIn(app, ann, 'MUTE #diary');
  textIn(app, ann, 'DIGEST weekly sunday 6pm #house');
  textIn(app, ann, 'DIGEST off #house');
  textIn(app, ann, 'DIGEST off #house');
  expect(repliesTo(app, ann)).toEqual([
    'Muted: no more texts about #house. UNMUTE #house turns them on again.',
    'You get texts about #house again. MUTE #house turns them off.',
    'You are on no board #mine. Text ? for your boards.',
    '#diary is only yours, so there are no texts about it.',
    'One text with what is new on #house, every Sunday at 6:00 pm, if there is anything. DIGEST off #house ends it.',
    'The digest is off for #house. DIGEST weekly sunday 6pm #house turns it on again.',
    'There is no digest of #house: posts are texted one by one.',
  ]);
});

test('UNDO restores the digests that a new one replaced, and those that were switched off', ({ app }) => {
  const last = (text: string) => {
    app.clock.advance(1000);
    textIn(app, ann, text);
    return repliesTo(app, ann).at(-1);
  };
  last('DIGEST daily 8am');
  expect(last('DIGEST weekly sunday 6pm')).toEndWith('if there is anything. UNDO takes it back.');
  last('DIGEST daily 9am #house');
  expect(last('DIGEST off')).toBe('All digests are off. UNDO takes it back.');
  expect(last('UNDO')).toBe('Taken back: your digests are as they were.');
  expect(last('DIGEST off #house')).toBe(
    'The digest is off for #house. DIGEST daily 9am #house turns it on again.',
  );
});

test('a digest may be written in several ways; DIGEST with other words is a note', ({ app, her }) => {
  const daily = (time: string, tag: string | null = null) => ({ off: false, tag, weekday: null, time });
  expect(parseDigestWords('daily')).toEqual(daily('08:00') as never);
  for (const words of ['daily 8am', 'Daily at 8', 'daily 8:00 AM', 'daily 08.00', 'daily, 8 a.m.'])
    expect(parseDigestWords(words)).toEqual(daily('08:00') as never);
  expect(parseDigestWords('daily noon #House')).toEqual(daily('12:00', 'house') as never);
  expect(parseDigestWords('daily 12am')).toEqual(daily('00:00') as never);
  const sunday = { off: false, tag: null, weekday: 0, time: '18:30' };
  expect(parseDigestWords('weekly on Sun 18:30')).toEqual(sunday as never);
  for (const words of 'daily mail,daily 25,daily 13pm,weekly news,off the record,daily #a #b,'.split(','))
    expect(parseDigestWords(words)).toBeNull();
  textIn(app, ann, 'DIGEST daily mail of Monday');
  expect(repliesTo(app, ann)).toEqual([]);
  expect(listDigests(app, her)).toEqual([]);
});

test('a digest of many boards has at most two segments', async ({ app, owner, her }) => {
  setDigest(app, her, { time: '08:00' });
  for (let n = 0; n < 12; n++) {
    const name = `a-board-with-a-rather-long-name-${n}`;
    share(app, owner, name, ann);
    create(app, owner, { content: `${'word '.repeat(30)} #${name}`, source: 'ui' });
  }
  await at(app, '2026-02-01T07:00:00Z');
  const [text = ''] = texts(app);
  expect(text).toMatch(/^12 new: .* other boards\. Bob Ray in #a-board/s);
  expect(countSegments(text)).toBeLessThanOrEqual(2);
});

test('many digests due at once wait for room, and none is sent twice', async ({ app, owner }) => {
  const people = Array.from({ length: 60 }, (_, n): User => {
    const phone = `+1202555${1000 + n}`;
    ensureUser(app, { firstName: 'Member', lastName: `${n}`, phone });
    invite(app, owner, 'house', phone);
    const user = setTimeZone(app, findUserByPhone(app, phone)!, 'Europe/Berlin');
    setDigest(app, user, { time: '08:00' });
    return user;
  });
  create(app, owner, { content: 'Lamp #house', source: 'ui' });
  await notifyFurtherMembers(app);
  await at(app, '2026-02-01T07:00:00Z');
  const sent = () =>
    people.filter(({ phone }) => app.outbox(phone).some(({ kind }) => kind === 'notification')).length;
  expect(sent()).toBeLessThanOrEqual(50);
  for (let n = 0; n < 70; n++) {
    app.db.$client.run("update outbox set state = 'sent' where state = 'queued'");
    await sendDueDigests(app);
  }
  expect(sent()).toBe(60);
  const all = app.outbox().filter(({ body }) => body.includes('Lamp'));
  expect(new Set(all.map(({ phone }) => phone)).size).toBe(all.length);
});
