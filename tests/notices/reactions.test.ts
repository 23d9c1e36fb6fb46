import { expect } from 'bun:test';
import { outbox, type User } from '../../db/schema';
import { create, remove } from '../../src/messages/messages';
import { react } from '../../src/messages/reactions';
import { setDigest } from '../../src/notices/digests/digests';
import { setPreference } from '../../src/notices/preferences';
import { tellOfReactions } from '../../src/notices/reactions';
import type { TestApp } from '../support/app';
import { ann, bob, cho } from '../support/cast';
import { DAY, MINUTE, SECOND } from '../support/clock';
import { ensureUser } from '../support/people';
import { textIn } from '../support/texts';
import { house, LINK, notificationsTo, test } from './world';

function people(app: TestApp) {
  const [annie, choe] = [ann, cho].map((person) => ensureUser(app, person)) as [User, User];
  const act = (user: User, id: number, emoji = '👍', on = true) => {
    app.clock.advance(SECOND);
    react(app, user, { id, emoji, on });
  };
  const after = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    await tellOfReactions(app);
    return notificationsTo(app, bob);
  };
  return { annie, choe, act, after };
}

test('the sender hears of reactions once, ten minutes after the first', async ({ app, owner, post }) => {
  const { annie, choe, act, after } = people(app);
  const lamp = post('New lamp #house');
  act(owner, lamp);
  act(annie, lamp);
  expect(await after(9 * MINUTE)).toEqual([]);
  const first = `Ann Lee liked your post in #house: New lamp\n${LINK}`;
  expect(await after(MINUTE)).toEqual([first]);
  act(annie, lamp, '👍', false);
  act(annie, lamp);
  expect(await after(DAY)).toEqual([first]); // not again for the same person and message
  const sofa = post('Sofa #house');
  act(annie, lamp, '❤️');
  act(annie, sofa, '🚀', true);
  act(choe, sofa, '🚀');
  expect((await after(10 * MINUTE))[1]).toBe(
    `Cho Min and 1 other person reacted to 2 of your posts, the last in #house: Sofa\n${LINK}`,
  );
  act(choe, sofa, '😂');
  act(choe, sofa, '😂', false);
  expect(await after(DAY)).toHaveLength(2);
  expect(
    app
      .outbox()
      .filter(({ body }) => body.includes('your post'))
      .map(({ phone }) => phone),
  ).toEqual([bob.phone, bob.phone]);
});

test('two senders hear of the reactions to their own posts, each once', async ({ app, post }) => {
  const { annie, choe, act, after } = people(app);
  const lamp = post('Lamp #house');
  const sofa = create(app, annie, { content: 'Sofa #house', source: 'ui' });
  for (const id of [lamp, sofa]) act(choe, id);
  await after(10 * MINUTE);
  await after(DAY);
  const told = app.outbox().filter(({ body }) => body.includes('your post'));
  expect(told.map(({ phone, body }) => [phone, /: (.*)/.exec(body)?.[1]]).sort()).toEqual(
    [
      [ann.phone, 'Sofa'],
      [bob.phone, 'Lamp'],
    ].sort(),
  );
});

test('who muted the board, stopped or deleted the message hears of no reactions', async () => {
  for (const [when, silence] of Object.entries<(w: ReturnType<typeof house>, id: number) => void>({
    muted: ({ app, owner, board }) => void setPreference(app, owner, board, false),
    stopped: ({ app }) => void textIn(app, bob, 'STOP'),
    deleted: ({ app }, id) => remove(app, [id]),
  })) {
    await using world = house();
    const { annie, act, after } = people(world.app);
    const id = world.post('Lamp #house');
    act(annie, id);
    silence(world, id);
    expect([when, await after(DAY)]).toEqual([when, []]);
    expect([when, await after(DAY)]).toEqual([when, []]);
  }
});

test('who gets a digest hears of reactions once a day, and a queued text goes with its message', async ({
  app,
  owner,
  post,
}) => {
  const { annie, act, after } = people(app);
  setDigest(app, owner, { time: '08:00' });
  const id = post('Lamp #house');
  act(annie, id);
  expect(await after(DAY - MINUTE)).toEqual([]);
  expect(await after(MINUTE)).toHaveLength(1);
  remove(app, [id]);
  expect(
    app.db
      .select()
      .from(outbox)
      .all()
      .filter(({ body }) => body.includes('your post')),
  ).toEqual([]);
});
