import { expect } from 'bun:test';
import { renameShared } from '../../src/boards/naming';
import { invite } from '../../src/boards/sharing';
import { setPreference } from '../../src/notices/preferences';
import { testApp } from '../support/app';
import { test } from '../support/app-test';
import { ann, bob, cho } from '../support/cast';
import { DAY } from '../support/clock';
import { contentsOn, house, post, sharedTags } from '../support/house';
import { ensureUser } from '../support/people';
import { TWILIO } from '../support/twilio-account';

test("a rename changes every member's tag and is told by text", ({ app, owner, member, id }) => {
  post(app, member, 'Mine #home');
  expect(() => renameShared(app, member, id, 'home')).toThrow("Only the board's owner can rename it.");
  renameShared(app, owner, id, 'home');
  expect([sharedTags(app, owner), sharedTags(app, member)]).toEqual([['home'], ['home-2']]);
  expect(contentsOn(app, member, 'home')).toEqual(['Mine #home']);
  expect(app.outbox(bob.phone).at(-1)?.body).toContain(
    'renamed the shared board #house. It is #home-2 for you now',
  );
  expect(app.outbox(ann.phone)).toEqual([]);
});

test('at most 200 renames a day are texted, and none to a muted member', async () => {
  await using app = testApp(TWILIO);
  const { owner, member, id } = house(app);
  const muted = ensureUser(app, cho);
  invite(app, owner, 'house', cho.phone);
  setPreference(app, muted, id, false);
  const counts = () => [bob, cho].map(({ phone }) => app.outbox(phone).length);
  for (let day = 1; day <= 2; day++) {
    for (let round = 0; round < 210; round++) renameShared(app, owner, id, `house ${day} ${round}`);
    // the 201st text says that no more will come; Cho, who has muted the board, has only the text about the
    // invitation
    expect(counts()).toEqual([201 * day, 1]);
    app.clock.advance(DAY);
  }
  expect(sharedTags(app, member)).toEqual(['house-2-209']);
});
