import { expect, test } from 'bun:test';
import type { User } from '../../db/schema';
import { nthPerson } from '../../db/seeds/crowd';
import { deleteAccount } from '../../src/accounts/accounts';
import { createSession, findSession, revokeSession } from '../../src/auth/sessions';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import type { NewMessage } from '../../src/contract/events';
import { findMessage } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import { findUserByPhone } from '../../src/users/users';
import { testApp } from '../support/app';
import { ensureUser } from '../support/people';

const PEOPLE = 12;
const BOARDS = 5;
const ACTS = 200;

test('through all comings and goings each message is heard by the open sockets of exactly those who see it', async () => {
  await using app = testApp();
  let drawn = 0;
  const random = (below: number) => Bun.hash.xxHash32(String(drawn++), 7) % below;

  /** What each socket has heard since the last look, by the person it was opened for. */
  const sockets: { user: User; cookie: string; open: boolean; heard: string[] }[] = [];
  const open = async (user: User) => {
    const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
    const socket = { user, cookie, open: true, heard: [] as string[] };
    const session = findSession(app, cookie)?.id ?? '';
    app.hub.join({ session, send: (text) => void socket.heard.push(text), close: () => {} });
    sockets.push(socket);
  };

  const people = Array.from({ length: PEOPLE }, (_, n) => ensureUser(app, nthPerson(n)));
  for (const person of people) await open(person);
  const boards = Array.from({ length: BOARDS }, (_, n) => {
    const owner = people[n]!;
    return { owner, tag: `board${n}`, id: createSharedBoard(app, owner, `board${n}`).id };
  });

  let heardOf = 0;
  for (let act = 0; act < ACTS; act++) {
    const board = boards[random(BOARDS)]!;
    const person = people[random(PEOPLE)]!;
    const there = findUserByPhone(app, person.phone)?.id === person.id;
    switch (random(12)) {
      case 0:
      case 1:
      case 2:
        if (there && person.id !== board.owner.id) invite(app, board.owner, board.tag, person.phone);
        break;
      case 3:
        if (there && person.id !== board.owner.id)
          try {
            removeMember(app, board.owner, board.id, person.id);
          } catch {} // who is no member cannot be removed
        break;
      case 4: {
        const socket = sockets[random(sockets.length)]!;
        await revokeSession(app, socket.cookie);
        socket.open = false;
        break;
      }
      case 5:
        if (there) await open(person);
        break;
      case 6:
        if (there && random(20) === 0 && !boards.some(({ owner }) => owner.id === person.id)) {
          deleteAccount(app, person);
          for (const socket of sockets) if (socket.user.id === person.id) socket.open = false;
        }
        break;
      default: {
        if (!there) break;
        const tags = random(3) === 0 ? [] : [board.tag];
        const id = create(app, person, { content: `Note ${act}`, tags, source: 'api' });
        const tagsSeen = people.map((viewer) => findMessage(app, viewer, id)?.tags);
        const should = sockets.map(({ user, open }) => (open && tagsSeen[people.indexOf(user)]) || null);
        const heard = sockets.map(({ heard }) =>
          heard.splice(0).map((text) => (JSON.parse(text) as NewMessage).tags),
        );
        expect({ act, heard }).toEqual({ act, heard: should.map((tags) => (tags ? [tags] : [])) });
        heardOf += should.filter(Boolean).length;
      }
    }
  }
  expect(heardOf).toBeGreaterThan(100);
});
