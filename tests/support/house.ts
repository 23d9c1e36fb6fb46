import type { User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { tags } from '../../src/boards/lists';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { messagesOnBoard } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import type { TestApp } from './app';
import { sharedBoardCards } from './board-cards';
import { ann, bob, type Person } from './cast';
import { ensureUser } from './people';

export function house(app: TestApp) {
  const [owner, member] = [ensureUser(app, ann), ensureUser(app, bob)];
  return { owner, member, id: share(app, owner, 'house', bob) };
}

/** Creates a shared board with these members and returns its id. */
export function share(app: TestApp, owner: User, name: string, ...members: Person[]): number {
  const { id } = createSharedBoard(app, owner, name);
  for (const person of members) invite(app, owner, name, ensureUser(app, person).phone);
  return id;
}

export const post = (app: TestApp, user: User, content: string) =>
  create(app, user, { content, source: 'ui' });

export const contentsOn = (app: TestApp, user: User, tag: string) =>
  messagesOnBoard(app, user, requireBoard(app, user, tag)).map(({ content }) => content);

export const privateTags = (app: TestApp, user: User) => tags(app, user).sort();

export const sharedTags = (app: TestApp, user: User) => sharedBoardCards(app, user).map(({ name }) => name);
