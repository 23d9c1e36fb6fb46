import type { User } from '../../db/schema';
import { requireBoard } from '../../src/boards/boards';
import { tags } from '../../src/boards/lists';
import { createSharedBoard, invite } from '../../src/boards/sharing';
import { messagesOnBoard } from '../../src/messages/lists';
import { create } from '../../src/messages/messages';
import type { TestApp } from './app';
import { sharedBoardCards } from './board-cards';
import { ann, bob } from './cast';
import { ensureUser } from './people';

/** Creates the shared board #house of Ann with Bob as a member. */
export function house(app: TestApp) {
  const [owner, member] = [ensureUser(app, ann), ensureUser(app, bob)];
  const { id } = createSharedBoard(app, owner, 'house');
  invite(app, owner, 'house', bob.phone);
  return { owner, member, id };
}

/** Stores a message of a user and returns its id. */
export const post = (app: TestApp, user: User, content: string) =>
  create(app, user, { content, source: 'ui' });

/** Returns the contents of the messages on a user's board, newest first. */
export const contentsOn = (app: TestApp, user: User, tag: string) =>
  messagesOnBoard(app, user, requireBoard(app, user, tag)).map(({ content }) => content);

/** Returns a user's tags for their private boards, sorted. */
export const privateTags = (app: TestApp, user: User) => tags(app, user).sort();

/** Returns a user's tags for their shared boards, newest board first. */
export const sharedTags = (app: TestApp, user: User) => sharedBoardCards(app, user).map(({ name }) => name);
