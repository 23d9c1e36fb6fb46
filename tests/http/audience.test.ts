import { expect, test } from 'bun:test';
import type { User } from '../../db/schema';
import { nthPerson } from '../../db/seeds/crowd';
import { syncLog } from '../../db/write-ahead-log';
import { removeMember } from '../../src/boards/leaving';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import type { NewMessage } from '../../src/contract/events';
import { deleteAccount } from '../../src/messages/delete-account';
import { findMessage } from '../../src/messages/find';
import { create } from '../../src/messages/messages';
import { createSession, findSession, revokeSession } from '../../src/people/auth/sessions';
import { findUserByPhone } from '../../src/people/users';
import { testApp } from '../support/app';
import { ensureUser } from '../support/people';

const PEOPLE = 12;
const BOARDS = 5;
const ACTS = 200;

test('exactly the open sockets of those who see a message get its event', async () => {
  await using app = testApp();
  let calls = 0;
  const random = (below: number) => Bun.hash.xxHash32(String(calls++), 7) % below;

  const sockets: { user: User; cookie: string; open: boolean; events: string[] }[] = [];
  const open = async (user: User) => {
    const cookie = (await createSession(app, user.id)).split(';')[0] ?? '';
    const socket = { user, cookie, open: true, events: [] as string[] };
    const session = findSession(app, cookie)?.id ?? '';
    app.hub.join({ session, send: (text) => void socket.events.push(text), close: () => {} });
    sockets.push(socket);
  };

  const people = Array.from({ length: PEOPLE }, (_, n) => ensureUser(app, nthPerson(n)));
  for (const person of people) await open(person);
  const boards = Array.from({ length: BOARDS }, (_, n) => {
    const owner = people[n]!;
    return { owner, tag: `board${n}`, id: createSharedBoard(app, owner, `board${n}`).id };
  });

  let received = 0;
  for (let act = 0; act < ACTS; act++) {
    const board = boards[random(BOARDS)]!;
    const person = people[random(PEOPLE)]!;
    const exists = findUserByPhone(app, person.phone)?.id === person.id;
    switch (random(12)) {
      case 0:
      case 1:
      case 2:
        if (exists && person.id !== board.owner.id) invite(app, board.owner, board.tag, person.phone);
        break;
      case 3:
        if (exists && person.id !== board.owner.id)
          try {
            removeMember(app, board.owner, board.id, person.id);
          } catch {} // perhaps the person is not a member
        break;
      case 4: {
        const socket = sockets[random(sockets.length)]!;
        await revokeSession(app, socket.cookie);
        socket.open = false;
        break;
      }
      case 5:
        if (exists) await open(person);
        break;
      case 6:
        if (exists && random(20) === 0 && !boards.some(({ owner }) => owner.id === person.id)) {
          deleteAccount(app, person);
          for (const socket of sockets) if (socket.user.id === person.id) socket.open = false;
        }
        break;
      default: {
        if (!exists) break;
        const tags = random(3) === 0 ? [] : [board.tag];
        const id = create(app, person, { content: `Message ${act}`, tags, source: 'api' });
        await syncLog(app.db);
        const tagsSeen = people.map((viewer) => findMessage(app, viewer, id)?.tags);
        const expected = sockets.map(({ user, open }) => (open && tagsSeen[people.indexOf(user)]) || null);
        const events = sockets.map(({ events }) =>
          events.splice(0).map((text) => (JSON.parse(text) as NewMessage).tags),
        );
        expect({ act, events }).toEqual({ act, events: expected.map((tags) => (tags ? [tags] : [])) });
        received += expected.filter(Boolean).length;
      }
    }
  }
  expect(received).toBeGreaterThan(100);
});
