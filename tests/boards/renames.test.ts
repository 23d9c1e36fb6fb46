import { expect } from 'bun:test';
import { outbox } from '../../db/schema';
import { renameShared } from '../../src/boards/naming';
import { sendGatheredRenames } from '../../src/boards/renames';
import { setPreference } from '../../src/notices/preferences';
import { testApp } from '../support/app';
import { ann, bob, cho, dee } from '../support/cast';
import { HOUR, MINUTE } from '../support/clock';
import { share } from '../support/house';
import { ensureUser } from '../support/people';
import { testIn } from '../support/test-in';
import { TWILIO } from '../support/twilio-account';

const testRenames = testIn(() => {
  const app = testApp(TWILIO);
  app.clock.freeze(Date.UTC(2026, 0, 31, 12));
  const owner = ensureUser(app, ann);
  const id = share(app, owner, 'house', bob, cho, dee);
  const textsTo = (phone: string) =>
    app
      .outbox(phone)
      .slice(1)
      .map(({ body }) => body.split(': ')[0]);
  return {
    app,
    id,
    rename: (name: string) => renameShared(app, owner, id, name),
    textsTo,
    later(milliseconds: number) {
      app.clock.advance(milliseconds);
      app.db.update(outbox).set({ state: 'sent' }).run();
      sendGatheredRenames(app);
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
});

testRenames('many renames are two texts: the first name and the last', (world) => {
  for (let n = 1; n <= 20; n++) world.rename(`house ${n}`);
  world.later(4 * MINUTE);
  world.rename('villa');
  world.later(MINUTE);
  for (const { phone } of [bob, cho, dee])
    expect(world.textsTo(phone)).toEqual([
      'Ann Lee renamed the shared board #house. It is #house-1 for you now',
      'Ann Lee renamed the shared board #house-1. It is #villa for you now',
    ]);
  world.later(6 * MINUTE);
  world.rename('cabin');
  expect(world.textsTo(bob.phone)).toHaveLength(3);
});

testRenames('a name that members know already is not told again', (world) => {
  world.rename('villa');
  world.rename('cabin');
  world.rename('villa');
  world.later(6 * MINUTE);
  expect(world.textsTo(bob.phone)).toHaveLength(1);
});

testRenames('a member is not told of a second name while the first text waits', ({ app, ...world }) => {
  world.rename('villa');
  world.rename('cabin');
  app.clock.advance(6 * MINUTE);
  sendGatheredRenames(app);
  expect(world.textsTo(bob.phone)).toHaveLength(1);
  world.later(6 * MINUTE);
  expect(world.textsTo(bob.phone).at(-1)).toEndWith('#villa. It is #cabin for you now');
});

testRenames('a member who mutes the board is told of no further name', ({ app, id, ...world }) => {
  world.rename('villa');
  world.rename('cabin');
  setPreference(app, ensureUser(app, cho), id, false);
  world.later(6 * MINUTE);
  expect([bob, cho].map(({ phone }) => world.textsTo(phone).length)).toEqual([2, 1]);
});

testRenames('one owner renames shared boards thirty times an hour', ({ app, ...world }) => {
  for (let n = 0; n < 30; n++) world.rename(`house ${n}`);
  expect(() => world.rename('villa')).toThrow('Too many renames of shared boards.');
  app.clock.advance(HOUR);
  world.rename('villa');
});
