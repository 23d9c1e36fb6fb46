import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as schema from '../../db/schema';
import { tablesOutsideOfSearch } from '../../db/search-tables';
import { RESTORED_AT } from '../../src/app/data-folder/data-folder';
import { chargeRateLimits, RATE_LIMITS } from '../../src/app/rate-limits';
import { endJob, forgetOldImports } from '../../src/archive/job-rows';
import { getJob } from '../../src/archive/jobs';
import { inviteByText, listBoardInvites } from '../../src/boards/invites/board-invites';
import { acceptInvite, submitInvite } from '../../src/boards/invites/invites';
import { renameShared } from '../../src/boards/naming';
import { addGuestLink, findGuestBoard } from '../../src/boards/pages/guest-links';
import { sendGatheredRenames } from '../../src/boards/renames';
import { createSharedBoard } from '../../src/boards/sharing';
import { downloadQueued } from '../../src/media/downloads';
import { deleteUnusedUploads } from '../../src/media/media';
import { getAvatar } from '../../src/media/previews/avatars';
import { getMovie } from '../../src/media/previews/movies';
import { getPreview } from '../../src/media/previews/previews';
import { deleteExpired, restoreMessage } from '../../src/messages/deleted-messages';
import { sendTest } from '../../src/messages/hooks/hooks';
import { create } from '../../src/messages/messages';
import { react } from '../../src/messages/reactions';
import { listReminders } from '../../src/messages/reminders/lists';
import { removeOwnMessage } from '../../src/messages/removal';
import { setDigest } from '../../src/notices/digests/digests';
import { sendDueDigests } from '../../src/notices/digests/due';
import { sendEveningQuestions } from '../../src/notices/evening/due';
import { setEvening } from '../../src/notices/evening/evening';
import { sendGatheredNotifications } from '../../src/notices/notifications';
import { tellOfReactions } from '../../src/notices/reactions';
import { sendDueReminders } from '../../src/notices/reminders/due';
import { setReminder } from '../../src/notices/reminders/reminders';
import { toWallTime } from '../../src/notices/reminders/schedule';
import { continueBroadcast } from '../../src/operators/broadcast-queue';
import { getBroadcast, startBroadcast } from '../../src/operators/broadcasts';
import { type DueText, dispatch } from '../../src/outbox/dispatch';
import { holdRestoredTexts } from '../../src/outbox/held-texts';
import { enqueue } from '../../src/outbox/outbox';
import { fetchMissedReports } from '../../src/outbox/reports';
import { startOutboxWorker } from '../../src/outbox/worker';
import { findSignInState, startSignIn } from '../../src/people/auth/by-text';
import { consumeCode, issueCode } from '../../src/people/auth/codes';
import { createSignInLink, redeemSignInLink } from '../../src/people/auth/links';
import { addChallenge, deleteOldChallenges, takeChallenge } from '../../src/people/auth/passkey-challenges';
import { requireProof } from '../../src/people/auth/proof';
import { createSession, validateSession } from '../../src/people/auth/sessions';
import { receiveMissedTexts } from '../../src/texting/missed-texts';
import { contextOf } from '../http/world';
import { world as hooksWorld } from '../messages/hooks/world';
import { house, notificationsTo } from '../notices/world';
import { type TestApp, testApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, HOUR, MINUTE, SECOND } from '../support/clock';
import { ensureUser } from '../support/people';
import { png } from '../support/pictures';
import { until } from '../support/server';
import { inWorld } from '../support/test-in';
import { messagesOf, textIn } from '../support/texts';
import { TWILIO } from '../support/twilio-account';
import { openTwilioApp } from '../support/twilio-app';
import { words } from '../support/words';

const YEAR = 365 * DAY;

const inApp = inWorld(() => testApp({ SIGN_IN_BY_TEXT: 'on' }));
const inHouse = inWorld(() => house());
const inHooks = inWorld(hooksWorld);
const inTwilio = inWorld(openTwilioApp);

async function whileAhead<T>(app: TestApp, act: () => T | Promise<T>): Promise<T> {
  app.clock.advance(YEAR);
  try {
    return await act();
  } finally {
    app.clock.advance(-YEAR);
  }
}

async function sendDue(app: TestApp) {
  const text = app.db.select().from(schema.outbox).get() as DueText;
  for (const { ended } of dispatch(app, [text], MINUTE)) await ended;
}

function storeAhead(app: TestApp, table: string, column: string) {
  app.db.$client.run(`update ${table} set ${column} = ?`, [app.now() + YEAR]);
}

const { previews, movies, avatars, media, outbox, memberships, sessions } = schema;

/** If the time was stored while the clock was a year ahead, nothing may wait for a year. */
const WAITED_FOR: Record<string, () => Promise<void>> = {
  'rate_limit_hits.at': inApp(async (app) => {
    const { max } = RATE_LIMITS['code to a number for an asker'];
    const use = () => chargeRateLimits(app, { 'code to a number for an asker': bob.phone });
    await whileAhead(app, () => {
      for (let n = 0; n < max; n++) use();
      expect(use).toThrow();
    });
    for (let n = 0; n < max; n++) use();
    expect(use).toThrow(expect.objectContaining({ extra: expect.objectContaining({ retryAfter: 600 }) }));
  }),

  'codes.expires_at': inApp(async (app) => {
    const codeOf = () => /\d{6}/.exec(app.outbox(bob.phone).at(-1)!.body)![0];
    const challenge = await whileAhead(app, () => issueCode(app, bob.phone, { address: null }));
    expect(() => consumeCode(app, bob.phone, codeOf(), challenge)).toThrow('Invalid verification code');
    const fresh = issueCode(app, bob.phone, { address: null });
    expect(consumeCode(app, bob.phone, codeOf(), fresh).user.phone).toBe(bob.phone);
  }),

  'code_allowances.counted_at': inTwilio(async ({ app }) => {
    const ask = (n: number) => issueCode(app, `+1202555${1000 + n}`, { address: null });
    await whileAhead(app, () => {
      for (let n = 0; n < 1000; n++) ask(n);
      expect(() => ask(1000)).toThrow('Many codes are asked for');
    });
    expect(() => ask(1000)).not.toThrow();
  }),

  'sessions.expires_at': inApp(async (app) => {
    const [cookie = ''] = (await createSession(app, ensureUser(app, bob).id)).split(';');
    storeAhead(app, 'sessions', 'expires_at');
    expect((await validateSession(app, cookie))?.setCookie).toBeString();
    expect(app.db.select().from(sessions).get()!.expiresAt).toBeWithin(app.now(), app.now() + 31 * DAY);
  }),

  'guest_links.expires_at': inHouse(async ({ app, owner }) => {
    const link = () => addGuestLink(app, owner, 'house', { mayPost: true, days: 30 }).guestLinks[0]!.url!;
    const find = (url: string) => findGuestBoard(app, url.slice(-24));
    expect(find(await whileAhead(app, link))).toBeNull();
    expect(find(link())).not.toBeNull();
  }),

  'sessions.proven_at': inTwilio(async ({ app }) => {
    const [cookie = ''] = (await createSession(app, ensureUser(app, bob).id)).split(';');
    storeAhead(app, 'sessions', 'proven_at');
    expect(() => requireProof({ ...contextOf(app, null), cookie })).toThrow('confirm that it is you');
  }),

  'outbox.next_at': inApp(async (app) => {
    await whileAhead(app, () => enqueue(app, { to: bob.phone, body: 'Hi', kind: 'reply' }));
    const worker = startOutboxWorker(app);
    await until(() => app.outbox(bob.phone)[0]?.state === 'sent');
    await worker.stop();
  }),

  'outbox.created_at': inTwilio(async ({ app, twilio }) => {
    await whileAhead(app, async () => {
      enqueue(app, { to: bob.phone, body: 'Once', kind: 'membership' });
      twilio.failNext('drop');
      await sendDue(app);
    });
    await sendDue(app); // finds the text at Twilio, although its row has a time of next year
    expect(app.outbox()).toMatchObject([{ state: 'sent' }]);
    expect(twilio.sentTo(bob.phone)).toEqual(['Once']);
  }),

  'outbox.sent_at': inTwilio(async ({ app, twilio }) => {
    await whileAhead(app, async () => {
      enqueue(app, { to: bob.phone, body: 'Once', kind: 'membership' });
      await sendDue(app);
      Object.assign(twilio.texts[0]!, { status: 'delivered' });
      // asks Twilio for the reports since a time; this time must be by Twilio's clock
      await fetchMissedReports(app);
      expect(app.outbox()).toMatchObject([{ state: 'delivered' }]);
    });
  }),

  'media.next_at': inTwilio(async ({ app, twilio }) => {
    await receiveMissedTexts(app); // as at the first start
    const text = twilio.receive(bob.phone, 'Look', [{ type: 'image/png', bytes: png(6, 7) }]);
    await whileAhead(app, async () => {
      await receiveMissedTexts(app);
      twilio.failMediaList(text.sid);
      await downloadQueued(app);
      expect(app.db.select().from(media).get()).toMatchObject({ failure: expect.any(String), width: null });
    });
    twilio.failMediaList(null);
    await downloadQueued(app);
    expect(app.db.select().from(media).get()).toMatchObject({ failure: null, width: 6 });
  }),

  'media.created_at': inApp((app) => {
    const user = ensureUser(app, bob).id;
    const upload = { userId: user, type: 'image/png', file: 'aa' };
    app.db
      .insert(media)
      .values([
        { ...upload, createdAt: app.now() },
        { ...upload, createdAt: app.now() + YEAR },
      ])
      .run();
    deleteUnusedUploads(app);
    expect(app.db.select({ id: media.id }).from(media).all()).toEqual([{ id: 1 }]);
  }),

  'previews.expires_at': inApp(async (app) => {
    const url = 'https://notes.example/';
    const stored = { url, state: 'error', finalUrl: url, expiresAt: app.now() + YEAR } as const;
    app.db.insert(previews).values(stored).run();
    await getPreview(app, ensureUser(app, bob), url);
    expect(app.db.select().from(previews).get()!.expiresAt).toBeLessThan(app.now() + HOUR);
  }),

  'avatars.expires_at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const url = 'https://notes.example/bob.png';
    app.db.update(schema.users).set({ avatarUrl: url }).run();
    const expiresAt = app.now() + YEAR;
    app.db.insert(avatars).values({ userId: user.id, url, expiresAt }).run();
    await expect(getAvatar(app, user, user.id)).rejects.toThrow();
    expect(app.db.select().from(avatars).get()!.expiresAt).toBeLessThan(app.now() + HOUR);
  }),

  'movies.expires_at': inApp(async (app) => {
    const movie = { imdbId: 'tt0133093', title: 'Old', genres: [] };
    const expiresAt = app.now() + DAY;
    app.db
      .insert(movies)
      .values({ ...movie, expiresAt })
      .run();
    const shown = async () => (await getMovie(app, ensureUser(app, bob), movie.imdbId)).title;
    expect(await shown()).toBe('Old');
    storeAhead(app, 'movies', 'expires_at');
    expect(await shown()).toBeNull(); // without a TMDB key, nothing newer can be fetched
  }),

  'memberships.notified_at': inHouse(async ({ app, post }) => {
    await whileAhead(app, () => post('Lamp #house'));
    post('Bulb #house');
    expect(notificationsTo(app, ann)).toHaveLength(2);
    await whileAhead(app, () => {
      app.db.update(memberships).set({ notifiedAt: app.now() }).run();
      post('Fuse #house');
    });
    sendGatheredNotifications(app);
    expect(notificationsTo(app, ann)).toHaveLength(3);
  }),

  'told_tags.next_at': inHouse(({ app, owner, board }) => {
    const rename = (name: string) => renameShared(app, owner, board, name);
    rename('villa');
    rename('cabin');
    storeAhead(app, 'told_tags', 'next_at');
    app.clock.advance(SECOND);
    app.db.update(outbox).set({ state: 'sent' }).run();
    sendGatheredRenames(app);
    expect(app.outbox(ann.phone).at(-1)?.body).toContain('It is #cabin for you now');
  }),

  'pending_notifications.created_at': inWorld(() => house(TWILIO))(({ app, post }) => {
    const used = { 'notification to a person a day': ann.phone };
    for (let n = 0; n < RATE_LIMITS['notification to a person a day'].max; n++) chargeRateLimits(app, used);
    post('Lamp #house');
    sendGatheredNotifications(app);
    // the daily limit is used up, so the post waits for a summary
    expect(notificationsTo(app, ann)).toEqual([]);
    storeAhead(app, 'pending_notifications', 'created_at');
    sendGatheredNotifications(app);
    expect(notificationsTo(app, ann)).toHaveLength(1);
  }),

  'reactions.created_at': inHouse(async ({ app, post }) => {
    react(app, ensureUser(app, ann), { id: post('Lamp #house'), emoji: '👍', on: true });
    storeAhead(app, 'reactions', 'created_at');
    await tellOfReactions(app);
    expect(notificationsTo(app, bob)).toHaveLength(1);
  }),

  'hook_deliveries.next_at': inHooks(async ({ app, owner, make, send, receiver }) => {
    const hook = make(owner, '/ann');
    sendTest(app, owner, hook.id);
    for (const table of ['hook_deliveries', 'hooks']) storeAhead(app, table, 'next_at');
    await send();
    expect(receiver.calls.length).toBe(1);
  }),

  'digests.next_at': inHouse(async ({ app, post }) => {
    setDigest(app, ensureUser(app, ann), { time: '08:00' });
    post('Lamp #house');
    storeAhead(app, 'digests', 'next_at');
    await sendDueDigests(app);
    expect(notificationsTo(app, ann)).toEqual([]); // nothing is due; this only sets the time again
    app.clock.advance(DAY);
    await sendDueDigests(app);
    expect(notificationsTo(app, ann)).toHaveLength(1);
  }),

  'evening_questions.next_at': inHouse(async ({ app, owner }) => {
    setEvening(app, owner, { time: '20:00' });
    storeAhead(app, 'evening_questions', 'next_at');
    await sendEveningQuestions(app);
    const row = app.db.$client
      .query<{ at: number }, []>('select next_at as at from evening_questions')
      .get()!;
    expect(row.at - app.now()).toBeLessThan(DAY + HOUR);
  }),

  'broadcasts.next_at': inWorld(() => testApp({ BROADCAST_PACE: '1' }))(async (app) => {
    app.clock.freeze();
    for (const person of [ann, bob, cho]) ensureUser(app, person);
    const id = await whileAhead(app, () => startBroadcast(app, ensureUser(app, ann), 'Hello all'));
    for (let n = 0; n < 5; n++) {
      continueBroadcast(app);
      app.clock.advance(SECOND);
    }
    // all three texts wait for the worker that sends them, and none waits for its turn in the pace of the
    // broadcast
    expect(getBroadcast(app, id).remaining).toBe(3);
    expect(app.outbox()).toHaveLength(3);
  }),

  'broadcasts.created_at': inApp(async (app) => {
    const operator = ensureUser(app, ann);
    const start = () => {
      const id = startBroadcast(app, operator, 'Hello all');
      app.db.update(outbox).set({ state: 'sent' }).run();
      continueBroadcast(app);
      return id;
    };
    await whileAhead(app, () => {
      start();
      expect(start).toThrow('in the last ten minutes');
    });
    expect(start()).toBe(2);
  }),

  'sign_in_texts.expires_at': inApp(async (app) => {
    const start = () => startSignIn(app, bob.phone, { address: null, userAgent: null });
    const { challenge, shown } = await whileAhead(app, start);
    textIn(app, bob, shown.phrase);
    expect(findSignInState(app, challenge)).toBe('expired');
    start();
    expect(findSignInState(app, challenge)).toBeNull();
  }),

  'sign_in_links.expires_at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const tokenOf = (link: string) => link.split('/in/')[1]!;
    const token = tokenOf(await whileAhead(app, () => createSignInLink(app, user)));
    expect(() => redeemSignInLink(app, token)).toThrow('This link has expired.');
    expect(redeemSignInLink(app, tokenOf(createSignInLink(app, user))).id).toBe(user.id);
  }),

  'passkey_challenges.expires_at': inApp(async (app) => {
    const anybody = { purpose: 'sign-in', userId: null } as const;
    await whileAhead(app, () => addChallenge(app, 'challenge', anybody));
    expect(takeChallenge(app, 'challenge', anybody)).toBe(false);
    await whileAhead(app, () => addChallenge(app, 'another', anybody));
    deleteOldChallenges(app);
    expect(app.db.$client.query('select count(*) as n from passkey_challenges').get()).toEqual({ n: 0 });
  }),

  'invites.expires_at': inApp(async (app) => {
    const { inviteCode } = ensureUser(app, ann);
    const submit = () => submitInvite(app, { phoneNumber: bob.phone, inviteCode, address: null });
    await whileAhead(app, submit);
    expect(acceptInvite(app, bob.phone)).toBe('expired');
    submit();
    expect(acceptInvite(app, bob.phone)).toMatchObject({ isNew: true });
  }),

  'board_invites.expires_at': inApp(async (app) => {
    const owner = ensureUser(app, ann);
    createSharedBoard(app, owner, 'house');
    const inviteToBoard = () => inviteByText(app, owner, 'house', bob.phone);
    await whileAhead(app, inviteToBoard);
    expect(listBoardInvites(app, owner, 'house')).toEqual([]);
    expect(acceptInvite(app, bob.phone)).toBe('expired');
    inviteToBoard();
    expect(acceptInvite(app, bob.phone)).toMatchObject({ boards: [{ tag: 'house' }] });
  }),

  'deleted_messages.deleted_at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const id = create(app, user, { content: 'Hello', source: 'ui' });
    await whileAhead(app, () => removeOwnMessage(app, user, id));
    expect(() => restoreMessage(app, user, id)).toThrow('It is too late to take this back.');
    deleteExpired(app);
    expect(app.db.select().from(schema.deletedMessages).all()).toEqual([]);
  }),

  'imports.created_at': inApp(async (app) => {
    const waiting = { name: 'a.zip', files: [], startsItself: false, state: 'looked' as const };
    const userId = ensureUser(app, bob).id;
    await whileAhead(app, () =>
      app.db
        .insert(schema.imports)
        .values({ ...waiting, userId, createdAt: app.now() })
        .run(),
    );
    forgetOldImports(app);
    expect(app.db.select().from(schema.imports).all()).toEqual([]);
  }),

  'imports.ended_at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const ended = { name: 'a.zip', files: [], startsItself: false, state: 'done' as const, userId: user.id };
    const { id } = app.db
      .insert(schema.imports)
      .values({ ...ended, createdAt: app.now() })
      .returning()
      .get();
    await whileAhead(app, () => endJob(app, id, 'done'));
    expect(getJob(app, user, id).undoUntil).toBeNull();
    forgetOldImports(app);
    expect(app.db.select().from(schema.imports).all()).toEqual([]);
  }),

  'reminders.at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const id = create(app, user, { content: 'Hello', source: 'ui' });
    await whileAhead(app, () =>
      setReminder(app, user, id, { at: app.now() + HOUR, starts: null, rule: null }),
    );
    await sendDueReminders(app);
    expect(app.outbox(bob.phone)).toMatchObject([{ kind: 'reminder' }]);
  }),

  'reminders.set_at': inApp(async (app) => {
    const user = ensureUser(app, bob);
    const id = create(app, user, { content: 'Hello', source: 'ui' });
    const starts = toWallTime(app.now() - DAY, 'UTC');
    setReminder(app, user, id, { at: app.now() - MINUTE, starts, rule: 'FREQ=DAILY' });
    await whileAhead(app, () => sendDueReminders(app));
    await sendDueReminders(app); // the next time of the reminder, a year ahead, counts as due
    expect(listReminders(app, user)[0]!.remindAt! < new Date(app.now() + 2 * DAY).toISOString()).toBe(true);
  }),

  'inbound.received_at': inApp(async (app) => {
    await whileAhead(app, () => textIn(app, bob, 'Text #ahead'));
    textIn(app, bob, '1/2 The first half');
    textIn(app, bob, '2/2 and the second');
    expect(messagesOf(app, bob).at(-1)).toBe('The first half and the second');
  }),

  'restores.restored_at': inApp((app) => {
    app.clock.freeze();
    writeFileSync(join(app.config.dataDir, RESTORED_AT), new Date(app.now() + YEAR).toISOString());
    holdRestoredTexts(app);
    textIn(app, bob, 'Hello');
    expect(app.outbox(bob.phone)).toMatchObject([{ state: 'queued' }]);
  }),

  'sync_cursors.at': inTwilio(async ({ app, twilio }) => {
    await whileAhead(app, async () => {
      await receiveMissedTexts(app);
      twilio.receive(bob.phone, 'Sent while the clock was ahead');
      await receiveMissedTexts(app);
    });
    Object.assign(twilio.receive(bob.phone, 'Sent while down'), { createdAt: new Date(Date.now() + MINUTE) });
    await receiveMissedTexts(app);
    expect(messagesOf(app, bob)).toEqual(['Sent while the clock was ahead', 'Sent while down']);
  }),
};

const ONLY_KEPT = [
  ...words`
    schema_migrations.applied_at
    users.last_active_at users.mail_confirmed_at simulator_mails.created_at mail_addresses.created_at mails.received_at users.created_at phones.stopped_at phones.welcomed_at lines.started_at
    lines.announced_at sessions.created_at sessions.seen_at passkeys.created_at passkeys.used_at identities.created_at identities.used_at
    push_subscriptions.created_at push_subscriptions.taken_at account_log.at access_tokens.created_at
    access_tokens.used_at ended_sessions.ended_at first_steps.texted_at first_steps.photo_at
    first_steps.shared_at first_steps.found_at first_steps.dismissed_at boards.created_at
    memberships.joined_at memberships.seen_at messages.created_at messages.edited_at
    ticks.ticked_at deleted_messages.created_at deleted_messages.edited_at placements.created_at reminders.done_at
    acts.sent_at questions.answered_at opened_messages.opened_at acts.done_at broadcasts.ended_at
    board_invites.created_at consents.at sign_in_links.used_at invites.created_at simulator_texts.created_at
    pages.created_at guest_links.created_at
    programs.read_at feeds.created_at hooks.created_at hooks.rotated_at hooks.off_at hook_deliveries.created_at
    hook_deliveries.ended_at blocked_numbers.blocked_at blocked_people.blocked_at last_additions.added_at`,
  'access_tokens.expires_at', // the token's owner chose this time
  'hooks.next_at', // in the test of hook_deliveries.next_at
  'boards.latest_at', // the time of a message
  'reminders.sent_at', // a reminder that was sent at a wrong time is forgotten
  'unfinished_posts.created_at', // compared with the time of a restore
  'mail_confirmations.expires_at', // a link with a wrong time does not work
  'picture_links.expires_at', // an address with a wrong time does not work
  'program_codes.expires_at', // a code with a wrong time does not work
  'proofs.asked_at', // what waits with a wrong time is not done
  'questions.asked_at', // a question with a wrong time is not answered
  'idempotency_keys.at', // is kept longer, which does no harm, because keys are random
];

for (const [column, isNotWaitedFor] of Object.entries(WAITED_FOR))
  test(`after the clock was a year ahead, nothing waits for ${column}`, isNotWaitedFor);

test('every stored time is tested here, or nothing waits for it', async () => {
  await using app = testApp();
  const { $client } = app.db;
  const times = tablesOutsideOfSearch($client)
    .flatMap((table) => $client.query(`select '${table}.' || name from pragma_table_info(?)`).values(table))
    .map(([name]) => String(name))
    .filter((name) => /[._]at$/.test(name));
  expect([...Object.keys(WAITED_FOR), ...ONLY_KEPT].sort()).toEqual(times.sort());
});
