import { expect } from 'bun:test';
import { renameShared } from '../../src/boards/naming';
import { test } from '../support/app-test';
import { ann, bob } from '../support/cast';
import { contentsOn, post, sharedTags } from '../support/house';

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
