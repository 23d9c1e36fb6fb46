import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { media } from '../../../db/schema';
import { readMessages } from '../../../src/archive/messages';
import { tags } from '../../../src/boards/lists';
import { addGuestLink, deleteEndedGuestLinks, endGuestLink } from '../../../src/boards/pages/guest-links';
import { listOpenBoards, openBoard, showOwn } from '../../../src/boards/pages/open-boards';
import { filePath } from '../../../src/media/files';
import { storeUpload } from '../../../src/media/media';
import { restoreMessage } from '../../../src/messages/deleted-messages';
import { allMessages } from '../../../src/messages/lists';
import { removeOwnMessage } from '../../../src/messages/removal';
import { sharedBoardCards } from '../../support/board-cards';
import { ann, bob } from '../../support/cast';
import { DAY, MINUTE } from '../../support/clock';
import { videoWithLocation } from '../../support/pictures';
import { postTo, recipes } from './world';

const read = async (url: string) => {
  const answer = await fetch(url);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test('a guest reads what those post who agreed, and posts once, marked as a guest', async () => {
  await using world = await recipes();
  const { app, owner, member, his, hers } = world;
  const url = world.guestUrl();
  const guest = { audience: 'guests', shown: true } as const;
  const before = await read(url);
  expect([before.text.includes('Lemon cake'), before.text.includes('soup')]).toEqual([true, false]);
  expect([before.headers.get('x-robots-tag'), before.headers.get('cache-control')]).toEqual([
    'noindex, nofollow',
    'no-store',
  ]);
  expect([
    (await read(`${url}/media/${hers}/320`)).status,
    (await read(`${url}/media/${his}/320`)).status,
  ]).toEqual([200, 404]);
  showOwn(app, member, 'recipes', guest);
  for (const shown of ['Leek soup', 'guest of Ann', '<strong>Bob</strong>'])
    expect((await read(url)).text).toContain(shown);
  for (const hidden of ['Ray', 'Ann Lee', '2025550', 'for-mum', 'secret-diet', '/p/'])
    expect((await read(url)).text).not.toContain(hidden);

  app.clock.advance(2 * MINUTE); // so that the next post is not gathered with those before
  const typed = { content: 'Try saffron #secret-diet #new', key: 'once' };
  for (const _ of 'twice') expect((await postTo(url, typed)).headers.get('location')).toEndWith('?posted');
  const posted = allMessages(app, member).filter(({ content }) => content.includes('saffron'));
  expect(posted).toMatchObject([
    { senderDisplayName: 'Guest Zoe', senderLastName: null, tags: ['recipes'], senderId: owner.id },
  ]);
  const { id } = posted[0]!;
  expect(tags(app, owner)).toEqual(['secret-diet']);
  for (const { phone } of [ann, bob])
    expect(app.outbox(phone).filter(({ body }) => body.includes('Guest Zoe'))).toMatchObject([
      { body: expect.stringContaining('New in #recipes, Guest Zoe: Try saffron') },
    ]);
  expect(sharedBoardCards(app, owner)).toMatchObject([
    { unread: 2, latest: { senderId: 0, senderDisplayName: 'Guest Zoe' } },
  ]);
  const after = await read(url);
  for (const shown of ['<strong>Guest Zoe</strong>', 'Try saffron</p>']) expect(after.text).toContain(shown);
  expect((await world.read()).text).not.toContain('saffron');

  removeOwnMessage(app, owner, id);
  expect((await read(url)).text).not.toContain('saffron');
  expect(restoreMessage(app, owner, id).senderDisplayName).toBe('Guest Zoe');
  expect(readMessages(app, owner).find(({ guest }) => guest)?.content).toContain('saffron');
});

test('a refused post says why, and keeps what was typed', async () => {
  await using world = await recipes({ TRUST_PROXY: '1' });
  const { app, owner } = world;
  const [url, reading] = [world.guestUrl(), world.guestUrl(false)];
  const address = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
  for (let n = 0; n < 20; n++) await postTo(url, {}, address(1));
  const refused: [Parameters<typeof postTo>, number, string][] = [
    [[url, { name: ' ' }], 400, 'Your name is required'],
    [[url, { content: 'x'.repeat(2001) }], 400, 'at most 2000 characters'],
    [[url, { content: ' \n' }], 400, 'Please enter a message.'],
    [[reading], 409, 'only for reading'],
    [[url, {}, { origin: 'https://evil.example' }], 403, 'other sites'],
    [[url, {}, address(1)], 429, 'a lot of posts'],
  ];
  for (const [[to, fields, headers], status, sentence] of refused) {
    const answer = await postTo(to, { name: 'Zoe "Z"', ...fields }, headers);
    const text = await answer.text();
    expect({ sentence, status: answer.status, said: text.includes(sentence) }).toEqual({
      sentence,
      status,
      said: true,
    });
    if (status === 400 && fields?.content) expect(text).toContain('Zoe &quot;Z&quot;');
  }
  expect((await read(reading)).text).not.toContain('<form');
  expect(allMessages(app, owner).filter(({ content }) => content === 'Try saffron')).toHaveLength(20);
  app.config.quotas.messages = 1;
  const full = await (await postTo(url)).text();
  expect(full).toContain('This board takes no posts now.');
});

test('a link ends at its time or at once, and the next guests need a new consent', async () => {
  await using world = await recipes();
  const { app, owner, member } = world;
  const seen = () => ({
    hasGuests: sharedBoardCards(app, member)[0]!.hasGuests,
    version: app.db.$client
      .query<{ version: number }, [number]>('select version from users where id = ?')
      .get(member.id)!.version,
  });
  const none = seen();
  const [day, week] = [world.guestUrl(true, 1), world.guestUrl(true, 7)];
  const both = seen();
  expect([none.hasGuests, both.hasGuests, both.version > none.version]).toEqual([false, true, true]);
  showOwn(app, member, 'recipes', { audience: 'guests', shown: true });
  const told = () =>
    app.outbox(bob.phone).filter(({ body }) => body.includes('guests without an account')).length;
  expect(told()).toBe(1);
  const { guestLinks } = openBoard(app, owner, 'recipes');
  expect(openBoard(app, member, 'recipes').guestLinks.map(({ url, madeBy }) => [url, madeBy])).toEqual([
    [null, 'Ann Lee'],
    [null, 'Ann Lee'],
  ]);
  app.clock.advance(DAY + 1);
  expect([(await read(day)).status, (await read(week)).status]).toEqual([404, 200]);
  deleteEndedGuestLinks(app);
  const one = seen();
  endGuestLink(app, owner, 'recipes', guestLinks.find(({ url }) => url === week)!.id);
  const ended = seen();
  expect([one.hasGuests, one.version > both.version]).toEqual([true, true]);
  expect([ended.hasGuests, ended.version > one.version]).toEqual([false, true]);
  expect([(await read(week)).status, (await postTo(week)).status]).toEqual([404, 404]);
  expect(() => showOwn(app, member, 'recipes', { audience: 'guests', shown: true })).toThrow(
    'not open to others',
  );
  const next = world.guestUrl();
  expect([told(), (await read(next)).text.includes('soup')]).toEqual([2, false]);
});

test('a board has at most 50 guest links', async () => {
  await using world = await recipes();
  for (let links = 0; links < 50; links++) {
    if (links % 20 === 0) world.app.clock.advance(DAY);
    world.guestUrl();
  }
  expect(() => world.guestUrl()).toThrow('at most 50 guest links');
});

test('files that the disk has lost or damaged are not found', async () => {
  await using world = await recipes();
  const { app, owner, hers } = world;
  const film = { bytes: videoWithLocation(), type: 'video/mp4', name: 'film.mp4' };
  const { id } = await storeUpload(app, owner, film);
  world.post(owner, 'A film #recipes', [id]);
  const pathOf = (mediaId: number) =>
    filePath(app, app.db.select().from(media).where(eq(media.id, mediaId)).get()!.file!);
  expect([await world.statusOf(`media/${id}`), await world.statusOf(`media/${hers}/320`)]).toEqual([
    200, 200,
  ]);
  rmSync(pathOf(id));
  writeFileSync(pathOf(hers), 'no picture');
  expect([await world.statusOf(`media/${id}`), await world.statusOf(`media/${hers}/640`)]).toEqual([
    404, 404,
  ]);
});

test('the owner of a private board hears of a guest, and lists what is open', async () => {
  await using world = await recipes();
  const { app, owner, member } = world;
  const url = addGuestLink(app, owner, 'secret-diet', { mayPost: true, days: 1 }).guestLinks[0]!.url!;
  await postTo(url, { content: 'Eat kale' });
  expect(app.outbox(ann.phone).at(-1)!.body).toContain('New in #secret-diet, Guest Zoe: Eat kale');
  expect(allMessages(app, member).some(({ content }) => content.includes('kale'))).toBe(false);
  const listed = (user: typeof owner) => listOpenBoards(app, user).map(({ tag, isOwner }) => [tag, isOwner]);
  expect([listed(owner), listed(member)]).toEqual([
    [
      ['recipes', true],
      ['secret-diet', true],
    ],
    [['recipes', false]],
  ]);
});
