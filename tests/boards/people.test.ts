import { expect } from 'bun:test';
import { listPeople } from '../../src/boards/people';
import { convertAndInvite, createSharedBoard, invite, listMembers } from '../../src/boards/sharing';
import { PEOPLE_MAX } from '../../src/contract/limits';
import { findOrCreateUser } from '../../src/people/users';
import { test } from '../support/app-test';
import { ann, bob, cho, dee } from '../support/cast';
import { HOUR } from '../support/clock';
import { post, share } from '../support/house';
import { ensureUser } from '../support/people';

test("a user's people share a board with the user; each is listed once, the latest first", ({ app }) => {
  const [me, his, theirs, stranger] = [ann, bob, cho, dee].map((person) => ensureUser(app, person));
  createSharedBoard(app, me!, 'house');
  createSharedBoard(app, me!, 'trip');
  invite(app, me!, 'house', bob.phone);
  app.clock.advance(1000);
  invite(app, me!, 'trip', cho.phone);
  share(app, stranger!, 'club', bob);

  expect(listPeople(app, me!).map(({ displayName }) => displayName)).toEqual(['Cho Min', 'Bob Ray']);
  app.clock.advance(1000);
  invite(app, me!, 'trip', bob.phone);
  expect(listPeople(app, me!).map(({ id }) => id)).toEqual([his!.id, theirs!.id]);
  expect(listPeople(app, theirs!).map(({ id }) => id)).toEqual([his!.id, me!.id]);
});

test('somebody without a name is shown as a masked number', ({ app, user: me }) => {
  findOrCreateUser(app, '+12025550177');
  createSharedBoard(app, me, 'house');
  invite(app, me, 'house', '+12025550177');
  expect(listPeople(app, me)).toMatchObject([{ displayName: '+1 ••• ••• 0177', firstName: null }]);
});

test('no more people than the limit are listed', ({ app, user: me }) => {
  createSharedBoard(app, me, 'house');
  for (let n = 0; n < PEOPLE_MAX + 5; n++) {
    const phone = `+1202555${1000 + n}`;
    ensureUser(app, { firstName: 'Member', lastName: `${n}`, phone });
    app.clock.advance(HOUR); // waits, because the number of invitations is limited
    invite(app, me, 'house', phone);
  }
  expect(listPeople(app, me)).toHaveLength(PEOPLE_MAX);
});

test('whoever shares a board is invited by name, and keeps the number to themselves', ({ app, user: me }) => {
  const [his, theirs] = [bob, cho].map((person) => ensureUser(app, person));
  share(app, his!, 'club', ann, cho);
  createSharedBoard(app, me, 'house');
  const stranger = ensureUser(app, dee);
  for (const id of [stranger.id, me.id, 9999])
    expect(() => invite(app, me, 'house', id)).toThrow('Person not found');
  invite(app, me, 'house', theirs!.id);
  invite(app, me, 'house', bob.phone);
  const numbers = listMembers(app, me, 'house').map(({ user }) => user.phoneNumber);
  expect(numbers.sort()).toEqual(['+1 ••• ••• 0133', ann.phone, bob.phone]);
  post(app, me, 'Tulips #garden');
  convertAndInvite(app, me, 'garden', theirs!.id);
  expect(listMembers(app, theirs!, 'garden')).toHaveLength(2);
});
