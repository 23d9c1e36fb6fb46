import { expect } from 'bun:test';
import { boards } from '../../db/schema';
import { CARD_EXCERPT_MAX } from '../../src/contract/limits';
import { storeUpload } from '../../src/media/media';
import { allMessages } from '../../src/messages/lists';
import { create, findStored } from '../../src/messages/messages';
import { takeOffBoard } from '../../src/messages/removal';
import type { TestApp } from '../support/app';
import { test } from '../support/app-test';
import { privateBoardCards, sharedBoardCards } from '../support/board-cards';
import { MINUTE } from '../support/clock';
import { post } from '../support/house';
import { png } from '../support/pictures';

const upload = (
  app: TestApp,
  user: Parameters<typeof storeUpload>[1],
  type: string,
  bytes: Uint8Array<ArrayBuffer>,
) => storeUpload(app, user, { bytes, type, name: null }).then(({ id }) => id);

test('a card has the newest message, without what its reader may not see', ({ app, owner, member }) => {
  post(app, member, 'Old #house');
  app.clock.advance(MINUTE);
  const id = post(app, member, 'Surprise lamp #house #secret-gifts');
  const at = new Date(findStored(app, id)!.createdAt).toISOString();
  const [card] = sharedBoardCards(app, owner);
  expect(card).toMatchObject({
    name: 'house',
    count: 2,
    lastActivity: at,
    newestId: id,
    latest: { id, content: 'Surprise lamp #house', timestamp: at, senderId: member.id, photos: [] },
  });
  expect(sharedBoardCards(app, member)[0]?.latest?.content).toBe('Surprise lamp #house #secret-gifts');
});

test('the card of an empty shared board has the time of its creation', ({ app, owner }) => {
  const { createdAt } = app.db.select().from(boards).get()!;
  expect(sharedBoardCards(app, owner)).toMatchObject([
    { latest: null, newestId: null, unread: 0, lastActivity: new Date(createdAt).toISOString() },
  ]);
});

test('a long message is cut between two characters', ({ app, user }) => {
  post(app, user, `${'🌲'.repeat(CARD_EXCERPT_MAX + 10)} #wood`);
  expect(privateBoardCards(app, user)[0]?.latest?.content).toBe('🌲'.repeat(CARD_EXCERPT_MAX));
});

test('a card has words, photos and other files of the newest message alone', async ({ app, user }) => {
  const photos: number[] = [];
  for (let n = 0; n < 5; n++) photos.push(await upload(app, user, 'image/png', png(8 + n, 8)));
  const file = await upload(app, user, 'text/plain', new TextEncoder().encode('A file'));
  create(app, user, { content: 'Plan #trip', source: 'ui', mediaIds: [...photos, file] });
  const [card] = privateBoardCards(app, user);
  expect(card?.latest).toMatchObject({ content: 'Plan #trip', fileType: 'text/plain' });
  expect(card?.latest?.photos.map(({ id }) => id)).toEqual(photos.slice(0, 4));
  const files = allMessages(app, user).flatMap((message) => message.media);
  for (const photo of card?.latest?.photos ?? [])
    expect(files).toContainEqual(expect.objectContaining(photo));
  app.clock.advance(MINUTE);
  post(app, user, 'Later #trip');
  expect(privateBoardCards(app, user)[0]?.latest).toMatchObject({ content: 'Later #trip', photos: [] });
});

test('a card of a reply quotes what it answers, but to nobody who does not see that', ({
  app,
  owner,
  member,
  id: board,
}) => {
  const asked = post(app, member, 'Who has the key? #house #secret');
  app.clock.advance(MINUTE);
  create(app, owner, { content: 'I do', source: 'ui', replyTo: asked });
  const latest = (user: typeof owner) => sharedBoardCards(app, user)[0]?.latest;
  expect(latest(owner)).toMatchObject({
    content: 'I do',
    replyTo: asked,
    answered: { content: 'Who has the key? #house', senderDisplayName: 'Bob Ray' },
  });
  takeOffBoard(app, owner, board, asked);
  expect(latest(owner)).toMatchObject({ content: 'I do', replyTo: null, answered: null });
});
