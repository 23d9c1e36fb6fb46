import { expect } from 'bun:test';
import { memberships, pendingNotifications } from '../../db/schema';
import { remove } from '../../src/messages/messages';
import { takeOffBoard } from '../../src/messages/removal';
import { notifyFurtherMembers } from '../../src/notices/notifications';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { house } from './world';

const MEMBERS = 100;

function crowd() {
  const world = house();
  const { app, board } = world;
  const phones = Array.from({ length: MEMBERS }, (_, n) => `+1202555${2000 + n}`);
  for (const [n, phone] of phones.entries()) {
    const { id: userId } = ensureUser(app, { firstName: 'Member', lastName: `${n}`, phone });
    app.db
      .insert(memberships)
      .values({ boardId: board, userId, role: 'member', tag: 'house', joinedAt: 1 })
      .run();
  }
  const texted = () => app.outbox().flatMap(({ phone }) => (phones.includes(phone) ? [phone] : []));
  return { ...world, phones, texted };
}

const test = testIn(crowd);

test('a post to a large board texts each member once, in batches', async ({ app, post, phones, texted }) => {
  post('Ramen on Friday #house');
  expect(texted().length).toBeGreaterThan(0);
  expect(texted().length).toBeLessThan(MEMBERS / 2);
  await notifyFurtherMembers(app);
  expect(texted()).toEqual(phones);
  await notifyFurtherMembers(app);
  expect(texted()).toEqual(phones);
});

test('a batch that fails is told again, and nobody of it twice', async ({ app, post, phones, texted }) => {
  post('Ramen on Friday #house');
  app.db.$client.run(`
    create trigger broken before insert on outbox when new.phone = '${phones[70]}' begin
      select raise(abort, 'broken');
    end`);
  await expect(notifyFurtherMembers(app)).rejects.toThrow('broken');
  expect(texted().length).toBeLessThan(70);
  app.db.$client.run('drop trigger broken');
  await notifyFurtherMembers(app);
  expect(texted()).toEqual(phones);
});

test('who comes after the deletion of a post is not told of it', async ({ app, post, texted }) => {
  const message = post('Ramen on Friday #house');
  remove(app, [message]);
  await notifyFurtherMembers(app);
  expect(texted()).toEqual([]);
});

test('who comes after a post has left the board is not told of it', async ({
  app,
  owner,
  board,
  post,
  texted,
}) => {
  const message = post('Ramen on Friday #house #food');
  takeOffBoard(app, owner, board, message);
  await notifyFurtherMembers(app);
  expect(texted()).toEqual([]);
});

test('a second post before all were told of the first is gathered', async ({ app, post, texted }) => {
  post('Ramen on Friday #house');
  post('Or pizza #house');
  await notifyFurtherMembers(app);
  expect(texted()).toHaveLength(MEMBERS);
  const pending = app.db.select().from(pendingNotifications).all();
  expect(pending).toHaveLength(MEMBERS + 2); // two more members are in the world
});
